import type { Figures } from '@glasshouse/protocol/backoffice/dashboard';
import { wealthFigures } from '@glasshouse/protocol/backoffice/figures';
import { formatUsdt } from '@glasshouse/protocol/money';
import { systemTotals } from '#money/ledger/ledger.ts';
import type { Figure } from '#platform/observability/figures.ts';
import { promisedAt } from './outlook.ts';

type Promised = Figures['promised'];

const promised: Figure<Promised, Promised> = {
  count: async (tx, now) => {
    const { accrued, days } = await promisedAt(tx, now);
    const held = (await systemTotals(tx)).find(({ name }) => name === 'committed_products');
    return {
      principal: formatUsdt(held?.amount ?? 0n),
      accrued: formatUsdt(accrued),
      days: days.map(({ day, income, principal }) => ({
        day,
        income: formatUsdt(income),
        principal: formatUsdt(principal),
      })),
    };
  },
  form: wealthFigures.promised,
  uncounted: { principal: '0.00', accrued: '0.00', days: [] },
  read: async (_, __, counted) => counted,
  table: ({ principal, accrued, days }, { header, say }) => [
    header('day', 'income', 'principal'),
    ...days.map((one) => [one.day, one.income, one.principal]),
    [say('csv.held'), '', principal],
    [say('csv.accrued'), accrued, ''],
  ],
};

export const figures = { promised };
