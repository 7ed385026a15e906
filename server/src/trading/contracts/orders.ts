import { toHex } from '@glasshouse/protocol/bytes';
import type * as protocol from '@glasshouse/protocol/contracts/calls';
import { ruleOf } from '@glasshouse/protocol/contracts/settle';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { coinById, coinBySymbol, formatPrice } from '@glasshouse/protocol/market/coins';
import { formatUsdt } from '@glasshouse/protocol/money';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import { firstTicks } from '#evidence/market/market.ts';
import { logKeys } from '#evidence/publiclog/publiclog.ts';
import { walletOf } from '#money/ledger/ledger.ts';
import { announced } from '#platform/console/scheduled-change.ts';
import type { Tx } from '#platform/database/db.ts';
import { pageOf } from '#platform/http/page-of.ts';
import { err, ok } from '#platform/http/result.ts';
import { nthOrder, type OrderEntry, orderNumbered, type PastOrders, resultIn, slipKeys } from '../orders/orders.ts';
import * as table from './orders-sql.ts';
import { outcomeCodes, outcomeNamed, product } from './product.ts';

const maxPositions = 100;
/** The wallet that stakes are taken from and payouts are credited to. A user's contracts are stored under it. */
export const contractWallet = (owner: bigint): bigint => walletOf(owner, 'contract', 'USDT');

type Tick = { slot: bigint; price: bigint };

/** An order as its user sees it. An open one has its entry as soon as that tick is on the tape. */
export function orderShown(row: table.ContractRow, entryOnTape?: Tick): protocol.Order {
  const { symbol, decimals } = coinById(row.symbol)!;
  const tick = (slot: bigint | null | undefined, price: bigint | null | undefined) =>
    slot == null || price == null ? null : { slot: Number(slot), price: formatPrice(price, decimals) };
  return {
    id: row.id,
    at: row.at.toISOString(),
    symbol,
    direction: row.long ? 'long' : 'short',
    seconds: row.seconds,
    stake: formatUsdt(row.stake),
    returnBp: row.return_bp,
    rule: row.rule,
    headSlot: Number(row.head_slot),
    dueSlot: Number(row.due_slot),
    entry: tick(row.entry_slot ?? entryOnTape?.slot, row.entry_price ?? entryOnTape?.price),
    exit: tick(row.exit_slot, row.exit_price),
    outcome: row.result === null ? null : outcomeNamed(row.result),
    payout: row.payout === null ? null : formatUsdt(row.payout),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

/** Orders as their user sees them. The entries of all open ones are read together. */
export async function withEntries(tx: Tx, rows: readonly table.ContractRow[]): Promise<protocol.Order[]> {
  const open = rows.filter((row) => row.result === null && isRule(row.rule));
  const entries = await firstTicks(tx, open.map(entrySpanOf));
  const found = new Map(open.map((row, place) => [row, entries[place]]));
  return rows.map((row) => orderShown(row, found.get(row)));
}

function entrySpanOf({ symbol, head_slot, seconds, rule }: table.ContractRow) {
  const { first, last } = ruleOf(rule).entryIn({ headSlot: Number(head_slot), seconds });
  return { symbol, from: BigInt(first), to: BigInt(last) };
}

const periodsOf = ({ seconds, returns }: table.TermsRow) =>
  seconds.map((each, place) => ({ seconds: each, returnBp: returns[place]! }));

export async function showRules(tx: Tx, now: Date): Promise<Output<typeof protocol.showRules>> {
  const terms = await table.termsAt(tx, now);
  const next = await announced(tx, 'contract_terms', now);
  const keys = await slipKeys(tx);
  return {
    rule: terms.rule,
    periods: periodsOf(terms),
    minStake: formatUsdt(terms.min_stake),
    maxStake: formatUsdt(terms.max_stake),
    maxOpen: formatUsdt(terms.max_open),
    next: next ? { from: next.effective_at.toISOString(), periods: periodsOf(next) } : null,
    slipKeys: keys.map(({ public_key, since }) => ({ publicKey: toHex(public_key), since: since.toISOString() })),
    logKeys: await logKeys(tx),
  };
}

export async function listPositions(tx: Tx, now: Date, owner: bigint): Promise<Output<typeof protocol.listPositions>> {
  const rows = await table.openOrders(tx, contractWallet(owner), maxPositions);
  const { count = 0n, staked = 0n } = rows[0] ?? {};
  return { orders: await withEntries(tx, rows), count: Number(count), staked: formatUsdt(staked), time: now.getTime() };
}

export async function listOrders(
  tx: Tx,
  owner: bigint,
  input: Input<typeof protocol.listOrders>,
): Promise<Output<typeof protocol.listOrders>> {
  const { symbol, outcome, limit, ...rest } = input;
  const result = outcome && (outcome === 'open' ? null : outcomeCodes[outcome]);
  const filter = { ...rest, result, symbol: symbol === undefined ? undefined : coinBySymbol(symbol)!.id };
  const found = await table.ordersOf(tx, contractWallet(owner), filter, limit + 1);
  const { rows, next } = pageOf(found, limit, ({ id }) => id);
  return { orders: await withEntries(tx, rows), next };
}

/** A user's orders by time and coin, newest first, for the activity list. Entries of open ones are left out. */
export async function pastOrders(
  tx: Tx,
  owner: bigint,
  { isOpen, outcome, ...past }: PastOrders,
  most: number,
): Promise<OrderEntry[]> {
  const choice = { ...past, result: resultIn(outcomeCodes, isOpen, outcome) };
  const rows = await table.ordersOf(tx, contractWallet(owner), choice, most);
  return rows
    .map((row) => orderShown(row))
    .map(({ id, at, symbol, direction, seconds, stake, payout, outcome }) => ({
      ...{ is: 'contract', id, at, symbol, side: direction, seconds, outcome },
      paid: { amount: stake, currency: 'USDT' },
      payout: payout === null ? null : { amount: payout, currency: 'USDT' },
    }));
}
export const nthPastOrder = (tx: Tx, owner: bigint, past: PastOrders, nth: number) =>
  nthOrder(tx, product, sql`account = ${contractWallet(owner)}`, past, nth);

export async function showOrder(tx: Tx, now: Date, owner: bigint, { id }: Input<typeof protocol.showOrder>) {
  const row = await table.orderById(tx, contractWallet(owner), id);
  if (!row) return err('not_found');
  const [order] = await withEntries(tx, [row]);
  return ok({ order: order!, time: now.getTime() });
}

/** A user's stakes in open contracts, as counted in the overview of assets. */
export async function committedBy(tx: Tx, owner: bigint) {
  const amount = await table.stakedBy(tx, contractWallet(owner));
  return amount === 0n ? [] : [{ account: 'committed_contracts' as const, currency: 'USDT' as const, amount }];
}

/** The contract with a number, of any user. */
export const numbered = async (tx: Tx, id: string) =>
  orderNumbered(
    tx,
    product,
    id,
    (await table.periodsEver(tx)).map((seconds) => ({ slots: 1 + 2 * seconds })),
  );
