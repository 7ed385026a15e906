import { setTimeout as wait } from 'node:timers/promises';
import { toHex } from '../protocol/src/bytes.ts';
import { breakEvenOf } from '../protocol/src/contracts/settle.ts';
import { partsPerUnit } from '../protocol/src/market/coins.ts';
import type { TapeRun } from '../protocol/src/market/proof.ts';
import { coinSymbols, formatUnits, formatUsdt } from '../protocol/src/money.ts';
import { perProduct } from '../protocol/src/orders/by-product.ts';
import type { ProductName } from '../protocol/src/orders/product-names.ts';
import { products } from '../protocol/src/orders/products.ts';
import type { OrderBase, Posting } from '../protocol/src/orders/shapes.ts';
import { lateAfter } from '../protocol/src/orders/tape-rule.ts';
import { kindCodes, kindNamed } from '../server/src/money/ledger/kinds.ts';
import { describeAccount, systemAccount } from '../server/src/money/ledger/ledger.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import type { Db, Pool } from '../server/src/platform/database/db.ts';
import { orderShown as contractShown } from '../server/src/trading/contracts/orders.ts';
import { orderShown as optionShown } from '../server/src/trading/options/orders.ts';
import { orderShown as coinShown } from '../server/src/trading/spot/orders.ts';
import type { AnsweredOrders } from './settle-acts.ts';

/** The drill's result. `lost`, `doubled`, `drift`, `wrong` and `voids` must be zero. */
export type SettleFaults = Record<'lost' | 'doubled' | 'drift' | 'wrong' | 'voids' | 'orders', number> & {
  /** The number of orders of each product. */
  counts: Record<JudgedOrders['product'], number> & { sold: number; open: number };
};

/** Slots from the first to the last. */
type Span = [number, number];
/** An order in the form of its receipt, and the ticks that the receipt would have. */
type JudgedOrders = {
  product: ProductName;
  order: OrderBase & { outcome: string | null };
  symbol: number;
  spans: Span[];
  /** The amount given for it, while it is open. */
  taken: Omit<Posting, 'at'>;
};

/**
 * Recomputes every order of every product from the entire tape, and compares it with what was confirmed, settled,
 * booked and counted.
 */
export async function judgeSettlements(db: Db, answered: AnsweredOrders, through: number): Promise<SettleFaults> {
  const all = [...(await contracts(db)), ...(await options(db)), ...(await coins(db))];
  const runOf = await readTape(db, through);
  const booked = await readLegs(db);
  const known = new Set(all.map(({ order }) => order.id));
  const promised = [...answered.contract, ...answered.option, ...answered.spot];
  let [lost, doubled, wrong] = [promised.filter((id) => !known.has(id)).length, 0, 0];
  for (const { product, order, symbol, spans, taken } of all) {
    const runs = spans.map(([first, last]) => runOf(symbol, first, last));
    const headHash = runs[0]!.ticks.find(({ slot }) => slot === order.headSlot)?.hash ?? '';
    const { checks, found } = products[product].recompute({ order, headHash, runs, postings: [] });
    const isOpen = order.outcome === null;
    if (isOpen ? order.dueSlot <= through : !found) lost++;
    if (checks.some(({ name, ok }) => !ok && (!isOpen || name === 'quote'))) wrong++;
    const wanted = isOpen ? [taken] : (found?.postings ?? []);
    if ((booked.get(order.id) ?? []).toSorted().join() !== wanted.map(lineOf).toSorted().join()) doubled++;
  }
  doubled += [...booked.keys()].filter((id) => !known.has(id)).length;
  const sold = await db.selectFrom('option_order').select(['id', 'payout']).where('result', '=', 5).execute();
  const soldFor = new Map(sold.map(({ id, payout }) => [id, formatUsdt(payout!)]));
  for (const [id, payout] of answered.sold) if (soldFor.get(id) !== payout) lost++;
  const count = (product: JudgedOrders['product']) => all.filter((each) => each.product === product).length;
  const open = all.filter(({ order }) => order.outcome === null).length;
  return {
    ...{ lost, doubled, drift: await driftIn(db), wrong: wrong + (await miscounted(db)), orders: all.length },
    voids: all.filter(({ order }) => order.outcome === 'void').length,
    counts: {
      ...perProduct(count),
      ...{ sold: sold.length, open },
    },
  };
}

const lineOf = ({ kind, amount, currency = 'USDT' }: Omit<Posting, 'at'>) => `${kind} ${amount} ${currency}`;
const around = (row: { head_slot: bigint; due_slot: bigint }): Span => [
  Number(row.head_slot),
  Number(row.due_slot) + lateAfter,
];

async function contracts(db: Db): Promise<JudgedOrders[]> {
  const rows = await db.selectFrom('contract').selectAll().execute();
  return rows.map((row) => ({
    ...{ product: 'contract', order: contractShown(row), symbol: row.symbol, spans: [around(row)] },
    taken: { kind: 'contract_stake', amount: formatUsdt(-row.stake) },
  }));
}

async function options(db: Db): Promise<JudgedOrders[]> {
  const rows = await db.selectFrom('option_order').selectAll().execute();
  return rows.map((row) => {
    const end = Number(row.exit_slot ?? row.due_slot);
    const spans: Span[] = [
      [Number(row.quote_slot), Number(row.head_slot) + 1],
      [end, end + lateAfter],
    ];
    const taken = { kind: 'option_premium', amount: formatUsdt(-row.stake) };
    return { product: 'option', order: optionShown(row), symbol: row.symbol, spans, taken };
  });
}

async function coins(db: Db): Promise<JudgedOrders[]> {
  const rows = await db.selectFrom('spot_order').selectAll().execute();
  return rows.map((row) => {
    const { currency } = describeAccount(row.account);
    const taken = { kind: row.buy ? 'spot_buy' : 'spot_sell', amount: formatUnits(-row.stake, currency), currency };
    return { product: 'spot', order: coinShown(row), symbol: row.symbol, spans: [around(row)], taken };
  });
}

/** Reads ticks of a coin in a span and the tick before it, from a tape that is complete up to a slot. */
async function readTape(db: Db, through: number) {
  const rows = await db.selectFrom('tick').select(['symbol', 'slot', 'price', 'hash']).orderBy('slot').execute();
  const shown = rows.map(({ symbol, slot, price, hash }) => ({
    symbol,
    tick: { slot: Number(slot), price: String(price), hash: toHex(hash) },
  }));
  const bySymbol = Map.groupBy(shown, ({ symbol }) => symbol);
  const ticks = new Map([...bySymbol].map(([symbol, own]) => [symbol, own.map(({ tick }) => tick)]));
  const seal = {
    path: [],
    checkpoint: { slot: through, size: 0, root: '', previous: '', publicKey: '', signature: '' },
  };
  return (symbol: number, first: number, last: number): TapeRun => {
    const own = ticks.get(symbol) ?? [];
    const from = Math.max(own.findIndex(({ slot }) => slot >= first) - 1, 0);
    const to = own.findLastIndex(({ slot }) => slot <= last) + 1;
    return { symbol, before: '', ticks: own.slice(from, to), ...seal };
  };
}

const kinds = (
  [
    'contract_stake',
    'contract_payout',
    'option_premium',
    'option_payout',
    'spot_buy',
    'spot_sell',
    'spot_return',
  ] as const
).map((name) => kindCodes[name]);
/** The postings of users' wallets for each order. */
async function readLegs(db: Db): Promise<Map<string, string[]>> {
  const legs = await db
    .selectFrom('leg')
    .select(['account', 'ref', 'kind', 'amount'])
    .where('account', '>=', 65536n)
    .where('kind', 'in', kinds)
    .execute();
  const lines = new Map<string, string[]>();
  for (const { account, ref, kind, amount } of legs) {
    const { currency } = describeAccount(account);
    const line = lineOf({ kind: kindNamed(kind), amount: formatUnits(amount, currency), currency });
    lines.set(ref!, [...(lines.get(ref!) ?? []), line]);
  }
  return lines;
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => bigint) => rows.reduce((sum, row) => sum + of(row), 0n);

/**
 * Counts accounts that do not add up: balances and legs, committed amounts, coins without a purchase, and the open
 * exposure per coin.
 */
async function driftIn(db: Db): Promise<number> {
  const { drift } = await checkBooks(db);
  const balance = async (account: bigint) =>
    sumOf(await db.selectFrom('leg').select('amount').where('account', '=', account).execute(), (leg) => leg.amount);
  const open = await db.selectFrom('option_order').selectAll().where('result', 'is', null).execute();
  const differences = [
    await balance(systemAccount('committed_contracts', 'USDT')),
    (await balance(systemAccount('committed_options', 'USDT'))) - sumOf(open, ({ stake }) => stake),
  ];
  for (const currency of ['USDT', ...coinSymbols] as const)
    differences.push(await balance(systemAccount('committed_spot', currency)));
  for (const row of await db.selectFrom('option_exposure').selectAll().execute()) {
    const parts = partsPerUnit(row.symbol);
    const own = open.filter(({ symbol }) => symbol === row.symbol);
    differences.push(row.open - sumOf(own, ({ size, strike }) => (size * strike + parts - 1n) / parts));
  }
  return drift.length + differences.filter((each) => each !== 0n).length + (await coinDrift(db));
}

/** Counts coin holdings that differ from purchases minus sales. */
async function coinDrift(db: Db): Promise<number> {
  const orders = await db.selectFrom('spot_order').selectAll().execute();
  const accounts = await db.selectFrom('account').select(['id', 'balance']).where('id', '>=', 65536n).execute();
  let wrong = 0;
  for (const coin of coinSymbols) {
    const isCoins = ({ id }: { id: bigint }) => describeAccount(id).currency === coin;
    const traded = orders.filter(({ symbol }) => coinSymbols[symbol - 1] === coin);
    const kept = sumOf(traded, ({ buy, stake, payout }) => (buy ? (payout ?? 0n) : -stake));
    if (sumOf(accounts.filter(isCoins), (account) => account.balance) !== kept) wrong++;
  }
  return wrong;
}

/** Counts days whose statistics differ from the orders that ended in them. */
async function miscounted(db: Db): Promise<number> {
  const ended = await db.selectFrom('contract').selectAll().where('result', 'is not', null).execute();
  const days = await db.selectFrom('contract_day').selectAll().execute();
  const counted = [
    sumOf(days, (day) => BigInt(day.wins + day.losses + day.draws + day.voids)),
    sumOf(days, (day) => day.paid),
    sumOf(days, (day) => day.break_even),
  ];
  const wanted = [
    BigInt(ended.length),
    sumOf(ended, (row) => row.payout!),
    sumOf(ended, (row) => (row.result! <= 2 ? BigInt(breakEvenOf(row.return_bp)) : 0n)),
  ];
  const { settled_through } = await db
    .selectFrom('settlement')
    .selectAll()
    .where('product', '=', 'option_order')
    .executeTakeFirstOrThrow();
  // A day counts an option on the day of its due slot, sold back or not.
  const over = await db.selectFrom('option_order').selectAll().where('due_slot', '<=', settled_through).execute();
  const optionDays = await db.selectFrom('option_day').selectAll().execute();
  counted.push(
    sumOf(optionDays, (day) => BigInt(day.ended)),
    sumOf(optionDays, (day) => day.paid),
  );
  wanted.push(
    BigInt(over.length),
    sumOf(over, (row) => row.payout!),
  );
  return counted.filter((each, place) => each !== wanted[place]).length;
}

/** Waits until all orders that end within the hour are settled and counted. Returns the slot up to which they are. */
export async function settled(pool: Pool): Promise<number> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rows } = await pool.query(`
      select count(*) filter (where result is null) as open, max(due_slot) as due, (select min(settled_through) from settlement) as through
      from (
        select due_slot, result from contract union all select due_slot, result from spot_order
        union all select due_slot, result from option_order where seconds < 3600
      ) as placed`);
    const [open, due, through] = [rows[0].open, rows[0].due, rows[0].through].map(Number) as [number, number, number];
    if (open === 0 && through >= due) return through;
    await wait(100);
  }
  throw new Error('orders stayed open for two minutes');
}
