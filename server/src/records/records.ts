import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Kind, SystemName, Wallet } from '@glasshouse/protocol/ledger/books';
import type { Locale } from '@glasshouse/protocol/locales';
import { formatUnits } from '@glasshouse/protocol/money';
import { arrows, type Flow } from '@glasshouse/protocol/movements/arrows';
import * as protocol from '@glasshouse/protocol/records/calls';
import { readLabel } from '@glasshouse/protocol/records/label';
import { recordCurrencies, tabs } from '@glasshouse/protocol/records/tabs';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { allAccountsOf, describeAccount, linesOfFact } from '../ledger/ledger.ts';
import { chosenOf, type Movement, movementOf, placeIn, placeText, stepsOf } from '../movements/movements.ts';
import { maskedNames } from '../people/people.ts';
import { csvOf } from '../platform/csv.ts';
import type { Tx } from '../platform/db.ts';
import { pageOf } from '../platform/page-of.ts';
import { err, ok } from '../platform/result.ts';
import { say } from '../platform/words.ts';
import { publicSite } from '../site/site.ts';

type Asked = Input<typeof protocol.getRecordsCsv>;
type Currency = (typeof recordCurrencies)[number];

/** The first moment of a month and of the one after it. */
function monthOf(month: string) {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: new Date(Date.UTC(year, number - 1)), until: new Date(Date.UTC(year, number)) };
}
const chosen = ({ tab, state, currency, month }: Asked) => ({
  flows: tabs[tab] as readonly Flow[],
  states: state && [state],
  currencies: currency ? [currency] : recordCurrencies,
  ...(month && monthOf(month)),
});

const shown = (row: Movement, names: ReadonlyMap<bigint, string>) => ({
  id: row.id,
  flow: row.flow,
  state: row.state,
  currency: row.currency as Currency,
  amount: formatUnits(row.amount, row.currency),
  fee: formatUnits(row.fee, row.currency),
  label: row.label,
  member: row.other === null ? null : (names.get(row.other) ?? null),
  at: row.at.toISOString(),
  changedAt: row.changedAt.toISOString(),
});

/** The members that these went to or came from. */
const membersIn = (tx: Tx, rows: readonly Movement[]) =>
  maskedNames(tx, [...new Set(rows.flatMap(({ other }) => other ?? []))]);

/** One page of what somebody moved. */
export async function listRecords(
  tx: Tx,
  owner: bigint,
  { before, limit, ...asked }: Input<typeof protocol.listRecords>,
): Promise<Output<typeof protocol.listRecords>> {
  const choice = { ...chosen(asked), before: before === undefined ? undefined : placeIn(before) };
  const { rows, next } = pageOf(await chosenOf(tx, owner, choice, limit + 1), limit, placeText);
  const names = await membersIn(tx, rows);
  return { list: rows.map((row) => shown(row, names)), next };
}

/** What a flow may book; what moves between own wallets is booked by itself, what comes from a member by the member's own. */
const kindsOf = (flow: Flow): Kind[] => {
  const own: Partial<Record<Flow, Kind>> = {
    move: 'wallet_transfer',
    exchange: 'exchange',
    receive: 'member_transfer',
  };
  const posted = arrows.filter((arrow) => arrow.flow === flow).flatMap(({ posts }) => posts ?? []);
  return [...new Set([...posted, ...(own[flow] ? [own[flow]] : [])])];
};

async function postingsOf(tx: Tx, { owner, id, flow }: Movement) {
  const found: { kind: Kind; at: Date; account: bigint; contra: bigint; amount: bigint }[] = [];
  for (const kind of kindsOf(flow))
    for (const line of await linesOfFact(tx, allAccountsOf(owner), kind, id)) found.push({ kind, ...line });
  return found
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ kind, at, account, contra, amount }) => {
      const [mine, other] = [describeAccount(account), describeAccount(contra)];
      const isMember = other.owner !== 0n && other.owner !== owner;
      return {
        kind,
        at: at.toISOString(),
        wallet: mine.name as Wallet,
        currency: mine.currency as Currency,
        amount: formatUnits(amount, mine.currency),
        other: isMember ? ('member' as const) : (other.name as Wallet | SystemName),
      };
    });
}

/** One record with its trail, and the postings behind it. */
export async function showRecord(tx: Tx, owner: bigint, { id }: Input<typeof protocol.showRecord>) {
  const found = await movementOf(tx, owner, id);
  if (!found) return err('not_found');
  const steps = await stepsOf(tx, owner, id);
  return ok({
    record: shown(found, await membersIn(tx, [found])),
    steps: steps.map(({ state, at, reason }) => ({ state: state as Movement['state'], at: at.toISOString(), reason })),
    postings: await postingsOf(tx, found),
  });
}

function labelWords(locale: Locale, flow: Flow, text: string): string {
  const label = readLabel(flow, text);
  if (label.is === 'plain') return label.text;
  if (label.is === 'pair') return `${label.from} > ${label.to}`;
  if (label.is === 'wallets')
    return `${say(locale, `books.account.${label.from}`)} > ${say(locale, `books.account.${label.to}`)}`;
  return say(locale, `records.label.${label.is}`);
}

/** The records as a file, in the user's language and marked as simulated. */
export async function recordsCsv(tx: Tx, now: Date, locale: Locale, owner: bigint, asked: Asked) {
  const found = await chosenOf(tx, owner, chosen(asked), protocol.csvRows + 1);
  const { title } = await publicSite(tx);
  const header = (['time', 'kind', 'state', 'currency', 'amount', 'fee', 'detail', 'id'] as const).map((column) =>
    say(locale, `csv.${column}`),
  );
  const names = await membersIn(tx, found);
  const rows = found.slice(0, protocol.csvRows).map((row) => {
    const { at, flow, state, currency, amount, fee, label, member, id } = shown(row, names);
    const time = at.slice(0, 19).replace('T', ' ');
    return [
      time,
      say(locale, `records.flow.${flow}`),
      say(locale, `records.state.${state}`),
      currency,
      amount,
      fee,
      member ?? labelWords(locale, flow, label),
      id,
    ];
  });
  return {
    filename: `records-simulated-${utcDay(now)}.csv`,
    csv: csvOf([[say(locale, 'csv.simulated', { title })], header, ...rows]),
    complete: found.length <= protocol.csvRows,
  };
}
