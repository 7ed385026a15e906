import { subtractDecimal } from '@glasshouse/protocol/decimal';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import type { Kind, SystemName, Wallet } from '@glasshouse/protocol/ledger/books';
import type { Locale } from '@glasshouse/protocol/locales';
import { formatUnits } from '@glasshouse/protocol/money';
import { arrows, type Flow } from '@glasshouse/protocol/movements/arrows';
import type { Entry } from '@glasshouse/protocol/records/calls';
import * as protocol from '@glasshouse/protocol/records/calls';
import { readLabel } from '@glasshouse/protocol/records/label';
import type { recordCurrencies } from '@glasshouse/protocol/records/tabs';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { allAccountsOf, describeAccount, linesOfFact, linesOfFacts, walletOf } from '#money/ledger/ledger.ts';
import { type Movement, movementOf, stepsOf } from '#money/movements/movements.ts';
import type { Tx } from '#platform/database/db.ts';
import { csvOf } from '#platform/http/csv.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { reasonOrNull, say } from '#platform/runtime/words.ts';
import { publicSite } from '#site/site/site.ts';
import {
  activityOf,
  type Found,
  membersIn,
  moneyShown,
  type Place,
  placeIn,
  placeText,
  type RecordedProducts,
  type RecordsRequest,
} from './activity.ts';
import { wealthName } from './wealth-name.ts';

type Currency = (typeof recordCurrencies)[number];

/** One page of a user's activity. */
export async function listRecords(
  tx: Tx,
  products: RecordedProducts,
  locale: Locale,
  owner: bigint,
  { before, limit, ...asked }: Input<typeof protocol.listRecords>,
): Promise<Output<typeof protocol.listRecords>> {
  const start = before === undefined ? undefined : placeIn(before);
  const { found, searchedTo } = await activityOf(tx, products, locale, owner, asked, start, limit + 1);
  const { rows, next } = pageOf(found, limit, ({ place }) => placeText(place));
  return { list: rows.map(({ entry }) => entry), next: next ?? (searchedTo ? placeText(searchedTo) : null) };
}

/**
 * The postings that a flow may make. Transfers between own wallets make their own; a transfer from a member has the
 * member's postings.
 */
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
export async function showRecord(tx: Tx, locale: Locale, owner: bigint, { id }: Input<typeof protocol.showRecord>) {
  const found = await movementOf(tx, owner, id);
  if (!found) return err('not_found');
  const steps = await stepsOf(tx, owner, id);
  return ok({
    record: moneyShown(found, await membersIn(tx, [found])),
    steps: steps.map(({ state, at, reason }) => ({
      ...{ state: state as Movement['state'], at: at.toISOString(), reason: reasonOrNull(locale, reason) },
    })),
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

/** The amounts received in exchanges, by id. */
async function exchangedIn(tx: Tx, owner: bigint, found: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const ids = found.flatMap(({ entry }) => (entry.is === 'money' && entry.flow === 'exchange' ? entry.id : []));
  const received = new Map<string, string>();
  if (ids.length === 0) return received;
  for (const [wallet, currency] of [
    ['fund', 'USDT'],
    ['cash', 'CNY'],
  ] as const)
    for (const { ref, amount } of await linesOfFacts(tx, walletOf(owner, wallet, currency), 'exchange', ids))
      if (amount > 0n) received.set(ref, `${formatUnits(amount, currency)} ${currency}`);
  return received;
}

const incoming: readonly Flow[] = ['recharge', 'receive', 'refund'];
const returned: readonly Movement['state'][] = ['rejected', 'failed', 'cancelled'];
/**
 * The amount returned for an outgoing movement: all of it for transfers between own wallets and for withdrawals that
 * were not paid.
 */
const cameBack = ({ flow, state, amount, currency }: Extract<Entry, { is: 'money' }>): string =>
  flow === 'move' || (flow === 'withdraw' && returned.includes(state)) ? `${amount} ${currency}` : '';

/** Profit or loss in USDT. Spot orders have none: the cost of coins is kept for all coins of one kind together. */
function resultOf(entry: Exclude<Entry, { is: 'money' }>): string {
  if (entry.is === 'product') return entry.returned === undefined ? '' : subtractDecimal(entry.returned, entry.amount);
  return entry.is === 'spot' || entry.payout === null ? '' : subtractDecimal(entry.payout.amount, entry.paid.amount);
}

/** An entry as a row of a file. Outgoing amounts are negative, and are followed by what was received for them. */
function rowOf(locale: Locale, entry: Entry, exchanged: ReadonlyMap<string, string>): string[] {
  const at = entry.at.slice(0, 19).replace('T', ' ');
  if (entry.is === 'money') {
    const { flow, state, currency, amount, fee, label, member, id } = entry;
    const [kind, place] = [say(locale, `records.flow.${flow}`), say(locale, `records.state.${state}`)];
    const signed = incoming.includes(flow) ? amount : `-${amount}`;
    const received = exchanged.get(id) ?? cameBack(entry);
    return [at, kind, place, currency, signed, fee, member ?? labelWords(locale, flow, label), received, '', id];
  }
  const kind = say(locale, `records.kind.${entry.is}`);
  if (entry.is === 'product') {
    const state = say(locale, entry.isOpen ? 'records.outcome.open' : 'records.outcome.ended');
    const came = entry.returned === undefined ? '' : `${entry.returned} USDT`;
    return [
      at,
      kind,
      state,
      'USDT',
      `-${entry.amount}`,
      '0.00',
      entry.label || wealthName(locale, entry.terms),
      came,
      resultOf(entry),
      entry.id,
    ];
  }
  const { symbol, side, seconds, paid, payout, outcome, id } = entry;
  const detail = [symbol, say(locale, `records.side.${side}`), seconds !== null && `${seconds} s`];
  const came = payout ? `${payout.amount} ${payout.currency}` : '';
  const state = say(locale, `records.outcome.${outcome ?? 'open'}`);
  return [
    at,
    kind,
    state,
    paid.currency,
    `-${paid.amount}`,
    '0.00',
    detail.filter(Boolean).join(' '),
    came,
    resultOf(entry),
    id,
  ];
}

/** The entries of a file, plus one more than fits, from a limited number of search pages. */
async function newestOf(tx: Tx, products: RecordedProducts, locale: Locale, owner: bigint, asked: RecordsRequest) {
  const found: Found[] = [];
  let before: Place | undefined;
  for (let page = 0; page < 5; page++) {
    const part = await activityOf(tx, products, locale, owner, asked, before, protocol.csvRows + 1 - found.length);
    found.push(...part.found);
    before = part.searchedTo;
    if (!before) break;
  }
  return { found, isWhole: before === undefined };
}

/** The activity as a file, in the user's language. Every row says that it is simulated. */
export async function recordsCsv(
  tx: Tx,
  products: RecordedProducts,
  now: Date,
  locale: Locale,
  owner: bigint,
  asked: RecordsRequest,
) {
  const { found, isWhole } = await newestOf(tx, products, locale, owner, asked);
  const { title } = await publicSite(tx);
  const columns = [
    'time',
    'kind',
    'state',
    'currency',
    'amount',
    'fee',
    'detail',
    'received',
    'result',
    'id',
    'note',
  ] as const;
  const note = say(locale, 'csv.simulated', { title });
  const exchanged = await exchangedIn(tx, owner, found);
  const rows = found.slice(0, protocol.csvRows).map(({ entry }) => [...rowOf(locale, entry, exchanged), note]);
  return {
    filename: `activity-simulated-${utcDay(now)}.csv`,
    csv: csvOf([columns.map((column) => say(locale, `csv.${column}`)), ...rows]),
    complete: isWhole && found.length <= protocol.csvRows,
  };
}
