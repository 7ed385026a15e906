import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { ledgerFigures } from '@glasshouse/protocol/backoffice/figures';
import { type Currency, formatUnits } from '@glasshouse/protocol/money';
import { dayStart, utcDay } from '@glasshouse/protocol/utc-day';
import type { Figure } from '#platform/observability/figures.ts';
import { countAlarms } from './proof.ts';
import { bookTotals, houseSince, systemTotals } from './totals.ts';

const shown = ({ currency, amount }: { currency: Currency; amount: bigint }) => ({
  currency,
  amount: formatUnits(amount, currency),
});

const books: Figure<Figures['books'], Figures['books']['accounts']> = {
  count: async (tx) => (await bookTotals(tx)).map((one) => ({ account: one.name, ...shown(one) })),
  form: ledgerFigures.books.shape.accounts,
  uncounted: [],
  read: async (tx, _, accounts) => ({ accounts, drift: await countAlarms(tx) }),
  table: ({ accounts }, { header, say }) => [
    header('account', 'currency', 'amount'),
    ...accounts.map(({ account, currency, amount }) => [say(`books.account.${account}`), currency, amount]),
  ],
};

const house: Figure<Figures['house'], Figures['house']> = {
  count: async (tx, now) => ({
    total: (await systemTotals(tx)).filter(({ name }) => name === 'house').map(shown),
    today: (await houseSince(tx, dayStart(utcDay(now)))).map((one) => ({
      kind: one.kind,
      ...shown(one),
    })),
  }),
  form: ledgerFigures.house,
  uncounted: { total: [], today: [] },
  read: async (_, __, counted) => counted,
  table: ({ total, today }, { header, say }) => [
    header('scope', 'kind', 'currency', 'amount'),
    ...today.map(({ kind, currency, amount }) => [say('csv.today'), say(`books.kind.${kind}`), currency, amount]),
    ...total.map(({ currency, amount }) => [say('csv.total'), '', currency, amount]),
  ],
};

export const figures = { books, house };
