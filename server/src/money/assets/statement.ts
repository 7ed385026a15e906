import { csvRows, type getStatement, type getStatementCsv } from '@glasshouse/protocol/assets/calls';
import type { Input } from '@glasshouse/protocol/endpoint';
import type { SystemName, Wallet } from '@glasshouse/protocol/ledger/books';
import type { Locale } from '@glasshouse/protocol/locales';
import { formatUnits } from '@glasshouse/protocol/money';
import { utcDay } from '@glasshouse/protocol/utc-day';
import type { Tx } from '#platform/database/db.ts';
import { csvOf } from '#platform/http/csv.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { say } from '#platform/runtime/words.ts';
import { publicSite } from '#site/site/site.ts';
import { type AccountName, accountsIn, allAccountsOf, balancesAfter, type Line, linesOf } from '../ledger/ledger.ts';
import { reasonsOf } from './sql.ts';

type Choice = Input<typeof getStatementCsv>;

const chosen = (owner: bigint, { wallet, kinds, from, until }: Choice) => ({
  accounts: wallet ? accountsIn(owner, wallet) : allAccountsOf(owner),
  kinds,
  from: from === undefined ? undefined : new Date(from),
  until: until === undefined ? undefined : plus(new Date(until), days(1)),
});

/** The name of the other side as a user may see it: another user's wallet is only `member`. */
const nameFor = (owner: bigint, account: AccountName): Wallet | SystemName | 'member' =>
  account.owner !== 0n && account.owner !== owner ? 'member' : account.name;

/** A leg as its user sees it. */
export function shown(owner: bigint, line: Line) {
  const { currency } = line.account;
  const mine = { account: nameFor(owner, line.account), amount: formatUnits(line.amount, currency) };
  const other = { account: nameFor(owner, line.contra), amount: formatUnits(-line.amount, currency) };
  return {
    id: String(line.id),
    ref: line.ref,
    at: line.at.toISOString(),
    kind: line.kind,
    wallet: line.account.name as Wallet,
    currency,
    amount: mine.amount,
    other: other.account,
    legs: line.amount < 0n ? [mine, other] : [other, mine],
  };
}

/**
 * One page of the changes to a user's balances. If all wallets are shown, a transfer between two of them is one line.
 */
export async function statement(tx: Tx, owner: bigint, input: Input<typeof getStatement>) {
  const before = input.before === undefined ? undefined : BigInt(input.before);
  const movesOnce = input.wallet === undefined;
  const found = await linesOf(tx, { ...chosen(owner, input), before, movesOnce }, input.limit + 1);
  const { rows, next } = pageOf(found, input.limit, ({ id }) => String(id));
  const corrections = rows.filter((line) => line.kind === 'correction').map((line) => line.ref);
  const reasons = await reasonsOf(tx, corrections);
  const after = await balancesAfter(tx, rows);
  return {
    list: rows.map((line) => ({
      ...shown(owner, line),
      balance: formatUnits(after(line), line.account.currency),
      note: reasons.get(line.ref) ?? null,
    })),
    next,
  };
}

/** The same as a file, in the user's language. Every row says that it is simulated. */
export async function statementCsv(tx: Tx, now: Date, locale: Locale, owner: bigint, input: Choice) {
  const lines = await linesOf(tx, chosen(owner, input), csvRows + 1);
  const { title } = await publicSite(tx);
  const header = (['time', 'kind', 'wallet', 'currency', 'amount', 'balance', 'contra', 'id', 'note'] as const).map(
    (column) => say(locale, `csv.${column}`),
  );
  const shownLines = lines.slice(0, csvRows);
  const after = await balancesAfter(tx, shownLines);
  const note = say(locale, 'csv.simulated', { title });
  const rows = shownLines.map((line) => {
    const { at, kind, wallet, currency, amount, other, ref } = shown(owner, line);
    const time = at.slice(0, 19).replace('T', ' ');
    return [
      time,
      say(locale, `books.kind.${kind}`),
      say(locale, `books.account.${wallet}`),
      currency,
      amount,
      formatUnits(after(line), line.account.currency),
      say(locale, `books.account.${other}`),
      ref,
      note,
    ];
  });
  return {
    filename: `statement-simulated-${utcDay(now)}.csv`,
    csv: csvOf([header, ...rows]),
    complete: lines.length <= csvRows,
  };
}
