import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { coins } from '@glasshouse/protocol/market/coins';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { dayOf, firstSlotOf, msOf, rootOf, treeOf } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionReceipt } from '@glasshouse/protocol/options/calls';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import * as file from '@glasshouse/protocol/orders/settlements-file';
import type { Entry, LoggedProduct } from '@glasshouse/protocol/publiclog/entries';
import type { SpotReceipt } from '@glasshouse/protocol/spot/calls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifySettlements } from '../src/settlements.ts';
import { writeLog } from './sample-log.ts';
import { head, makeOption } from './sample-option.ts';
import { sha } from './sample-receipt.ts';
import { makeSpot } from './sample-spot.ts';

// Files of version 3 with one order each, made from receipts.

type Receipt = OptionReceipt | SpotReceipt;
const name = toHex(sha(new Uint8Array([1])));
const ended = ({ order }: Receipt) => ('sale' in order ? order.sale?.slot : undefined) ?? order.dueSlot;
const pieceOf = ({ before, ticks, path, checkpoint }: TapeRun) => [
  file.tapeLine('BTC', before),
  ...ticks.map(({ slot, price }) => file.tickLine(slot, BigInt(price))),
  file.sealLine({ path, checkpoint }),
];
type FileOptions = { asOf?: number; runs?: TapeRun[]; entry?: Partial<file.LoggedOrders>; head?: string };
const linesOf = (
  receipt: Receipt,
  { asOf = ended(receipt), runs = receipt.runs, entry = {}, head: first }: FileOptions = {},
) =>
  [
    first ?? file.headLinesAsOf(head - 10, head + 40, asOf),
    ...runs.flatMap(pieceOf),
    file.ordersLine,
    file.entryLine({ place: 0, slot: head, count: 1, product: receipt.product, ...entry }),
    file.otherOrderLine(name, receipt.order),
    file.endLine(1),
  ].join('');

/** The verifier's message about a file, alone or compared with a log. */
async function judge(text: string, entries?: readonly Entry[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'day.txt'), text);
  const logAt = entries && { where: folder, key: await writeLog(entries, folder) };
  return verifySettlements([{ name: join(folder, 'day.txt') }], undefined, logAt).then(
    String,
    ({ message }: Error) => message,
  );
}

const week = { seconds: 604_800, volatility: 600_000, exit: 6_700_000 };
const cases: [string, Receipt, string][] = [
  ['a flash option', makeOption({ exit: 6_412_000 }), 'options: win 1'],
  ['an option of one week, from two pieces of tape', makeOption(week), 'options: win 1'],
  ['sold back after hours', makeOption({ seconds: 86_400, soldAt: 50_000, sold: 6_380_000 }), 'sold 1'],
  ['an option on external prices with a gap at its end', makeOption({ rule: 1, model: 1 }), 'void 1'],
  ['a coin bought', makeSpot(), 'coins: filled 1, void 0; staked 250.00'],
  ['a coin sold', makeSpot({ side: 'sell' }), 'coins: filled 1'],
];

describe('a valid order matches', () => {
  test.each(cases)('%s', async (_, receipt, said) => {
    expect(await judge(linesOf(receipt))).toContain(said);
  });
});

test('orders not yet due are open, an open order that was due is reported, and the quotes of open orders are checked', async () => {
  const bought = makeOption({ ...week, told: { outcome: null, payout: null, exit: null } });
  const runs = [bought.runs[0]!];
  const { dueSlot } = bought.order;
  expect(await judge(linesOf(bought, { asOf: dueSlot - 1, runs }))).toContain('sold 0, open 1;');
  expect(await judge(linesOf(bought, { asOf: dueSlot, runs }))).toContain(
    `STILL OPEN: ${name} was due at slot ${dueSlot}`,
  );
  const dearer = linesOf(bought, { asOf: head, runs }).replace(/("premium":"\d+)/, '$11');
  expect(await judge(dearer)).toContain('the premium does not follow');
  const half = makeOption({ ...week, told: { outcome: null, payout: null } });
  expect(await judge(linesOf(half, { asOf: head }))).toContain('this is not a settlement');
});

test('an end that no piece proves does not count, and two pieces must agree', async () => {
  const option = makeOption(week);
  const [first, last] = option.runs;
  expect(await judge(linesOf(option, { runs: [first!] }))).toContain('the exit is not the tick that the rule names');
  expect(await judge(linesOf(option, { runs: [last!] }))).toContain('the head, slot');
  const other = { ...first!, ticks: first!.ticks.map((tick) => ({ ...tick, price: String(BigInt(tick.price) + 1n) })) };
  for (const runs of [
    [first!, other],
    [last!, first!],
  ])
    expect(await judge(linesOf(option, { runs }))).toContain('two pieces of the tape do not agree on it');
});

test('a file of version 2 contains only contracts, and one piece of tape per coin', async () => {
  const old = { head: file.headLines(head - 10, head + 40, 2) };
  const spot = makeSpot();
  expect(await judge(linesOf(spot, old))).toContain('a file of version 2 has no orders of spot');
  expect(await judge(linesOf(makeOption(week), old))).toContain('this is not a line of a tape');
});

/** Settings with a spread for coins. The spread of options stays the same. */
const spread = (version: number, spotBp: number | undefined, from = 0): Entry => ({
  ...{ kind: 'setting', about: 'money_config', version },
  says: JSON.stringify({
    ...{ option_spread_bp: 400, spot_spread_bp: spotBp, effective_at: new Date(from).toISOString() },
  }),
});
const terms: Entry = {
  ...{ kind: 'terms', version: 1, effectiveAt: 0, rule: 2, minStake: 1n, maxStake: 1n, maxOpen: 1n, periods: [] },
};
const tape = (from: number, to: number): Entry[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, i) => ({
    ...{
      kind: 'tape',
      slot: head + from + 2 * i,
      size: 1,
      root: sha(new Uint8Array([i])),
      previous: sha(new Uint8Array()),
    },
  }));
const logged: Entry = {
  ...{ kind: 'orders', slot: head, count: 1, root: rootOf(treeOf([fromHex(name)], sha)), product: 'spot' },
};
/**
 * The message about an order of coins that was logged when the tape was this many slots after its head, under these
 * settings.
 */
function judgeSpot(settings: Entry[], known = 0): Promise<string> {
  const entries = [terms, ...settings, ...tape(-20, known), logged, ...tape(known + 2, 60)];
  return judge(linesOf(makeSpot(), { entry: { place: entries.indexOf(logged) } }), entries);
}

test('a spread must be logged and in force, and settings that are logged again must be unchanged', async () => {
  const withdrawn: Entry = {
    ...{ kind: 'setting', about: 'withdrawn_change', version: 2, says: '{"about":"money_config"}' },
  };
  const unreadable: Entry = {
    ...{ kind: 'setting', about: 'money_config', version: 2, says: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}` },
  };
  const strange = '{"option_spread_bp":400,"spot_spread_bp":20,"effective_at":{"toString":null,"valueOf":null}}';
  const said: [Entry[], string][] = [
    [[spread(1, 10)], 'all at spreads as they were logged: version 1 at place 1'],
    [[spread(1, undefined), spread(1, 10)], 'version 1 at place 2'],
    [[spread(1, 10), spread(2, 20), spread(1, 10), spread(2, 20)], 'in force was version 2 at place 2'],
    [[spread(1, 10), spread(2, 20, msOf(head - 10))], 'version 1 at place 1'],
    [[spread(1, 10), spread(2, 20, msOf(head - 30))], 'OTHER TERMS than were logged'],
    [[spread(1, 10), spread(2, 20), withdrawn], 'version 1 at place 1'],
    [[spread(1, 20), spread(1, 10)], 'SPREADS CHANGED: version 1 was logged at place 2'],
    [[spread(1, 11)], 'has a spread of 0.1 %, rule 2; in force was version 1'],
    [[], 'in force was nothing'],
    // Spreads that are left out and filled in later would take effect unannounced.
    [[spread(1, 10), spread(2, undefined)], 'SPREADS CHANGED: version 2 was logged at place 2 without its spreads'],
    [[spread(1, 10), spread(2, undefined), spread(2, 20)], 'SPREADS CHANGED: version 2'],
    [[spread(1, 10), unreadable], 'SPREADS CHANGED: version 2'],
    // Versions from before spreads existed got them later, including withdrawn ones.
    [
      [...[1, 2].map((version) => spread(version, undefined)), spread(1, 10), spread(2, 20)],
      'in force was version 2 at place 4',
    ],
    [[spread(1, 10), spread(2, 20), withdrawn, spread(1, 10), spread(2, 20)], 'version 1 at place 1'],
    [[spread(1, 10), { ...spread(2, 20), says: strange } as Entry], 'version 1 at place 1'],
  ];
  for (const [settings, wanted] of said) expect(await judgeSpot(settings), wanted).toContain(wanted);
});

test('spreads left out of an earlier version are reported on the day they are filled in', async () => {
  const before = [terms, spread(1, 10), spread(2, undefined), ...tape(-1400, -20), spread(2, 20), ...tape(-18, 0)];
  const entries = [...before, logged, ...tape(2, 60)];
  expect(await judge(linesOf(makeSpot(), { entry: { place: before.length } }), entries)).toContain(
    'SPREADS CHANGED: version 2 was logged at place 2 without its spreads',
  );
});

test('an older version that is logged again does not hide the one in force', async () => {
  const on = (again: Entry) => {
    const before = [terms, spread(1, 10), spread(2, 20), ...tape(-1400, -700), again, ...tape(-698, 0)];
    return judge(linesOf(makeSpot(), { entry: { place: before.length } }), [...before, logged, ...tape(2, 60)]);
  };
  expect(await on(spread(1, 10))).toContain('in force was version 2 at place 2');
  const announced = (version: number, spotBp: number, slot: number) => {
    const { says, ...rest } = spread(version, spotBp) as Extract<Entry, { kind: 'setting' }>;
    return { ...rest, says: JSON.stringify({ ...JSON.parse(says), at: new Date(msOf(slot)).toISOString() }) };
  };
  expect(await on(announced(1, 10, head - 3000))).toContain('in force was version 2 at place 2');
  // The log is only read back to the announcement.
  expect(await on(announced(3, 10, head - 700))).toContain(
    'all at spreads as they were logged: version 3 at place 354',
  );
});

test('an order of coins that was logged soon after its tick is counted, and one long after it is reported', async () => {
  const at = (known: number) => judgeSpot([spread(1, 10)], known);
  expect(await at(0)).not.toContain('the log does not show that it was unknown');
  for (const known of [2, 10]) expect(await at(known)).toContain('1 order of coins logged up to 5 s after their tick');
  expect(await at(12)).toContain('ORDERS AFTER THEIR OUTCOME');
});

const sold = makeOption({ terms: 3, soldAt: 60, sold: 6_401_000 });
const saleOf = ({ order: { sale, payout } }: OptionReceipt): Entry => ({
  ...{ kind: 'sale', slip: fromHex(name), slot: sale!.slot, volatility: sale!.volatility },
  amount: parseUnits(payout!, 'USDT')!,
});
type Logging = {
  boughtAt?: number;
  known?: number;
  through?: number;
  asOf?: number;
  loggedAs?: LoggedProduct;
  /** Entries logged before everything else. */
  first?: readonly Entry[];
};
/** The message about an option with these sales in the log, when the tape was this many slots after its head. */
function judgeSale(receipt: OptionReceipt, sales: readonly Entry[], logging: Logging = {}) {
  const { boughtAt = 0, known = 60, through = 200, asOf = head + 140, first = [] } = logging;
  const { loggedAs = receipt.order.terms === 3 ? 'optionWithLoggedSale' : 'option' } = logging;
  const bought: Entry = { ...(logged as Extract<Entry, { kind: 'orders' }>), product: loggedAs };
  const before = [...first, terms, spread(1, 10), ...tape(-20, boughtAt), bought, ...tape(boughtAt + 2, known)];
  const entries = [...before, ...sales, ...tape(known + 2, through)];
  return judge(linesOf(receipt, { asOf, entry: { place: entries.indexOf(bought) } }), entries);
}

test('a sale must equal the logged one, and an option without a logged sale was not sold', async () => {
  expect(await judgeSale(sold, [saleOf(sold)])).toContain('1 sold by their owners, as the public log says');
  const kept = makeOption({ terms: 3, exit: 6_412_000 });
  expect(await judgeSale(kept, [])).toContain('win 1');
  const paidMore = { ...saleOf(sold), amount: 5n } as Entry;
  const cases: [OptionReceipt, Entry[]][] = [
    [sold, []],
    [sold, [paidMore]],
    [sold, [{ ...saleOf(sold), volatility: 1 } as Entry]],
    [sold, [saleOf(sold), saleOf(sold)]],
    [sold, [{ ...saleOf(sold), slip: sha(new Uint8Array([2])) } as Entry]],
    [kept, [saleOf(sold)]],
  ];
  for (const [receipt, sales] of cases) expect(await judgeSale(receipt, sales)).toContain('OTHER SALE than was logged');
  // Older terms do not require it.
  expect(await judgeSale(makeOption({ terms: 2, soldAt: 60, sold: 6_401_000 }), [])).toContain('sold 1');
});

test('a file cannot claim terms under which the sale need not be logged', async () => {
  const asTerms2 = (receipt: OptionReceipt) => ({ ...receipt, order: { ...receipt.order, terms: 2 } });
  const loggedAs3 = { loggedAs: 'optionWithLoggedSale' } as const;
  for (const receipt of [sold, makeOption({ terms: 3, exit: 6_412_000 })])
    expect(await judgeSale(asTerms2(receipt), [], loggedAs3)).toContain(`${name} is said to be under terms 2`);
  expect(await judgeSale(sold, [saleOf(sold)], { loggedAs: 'option' })).toContain('is said to be under terms 3');
  const older = makeOption({ terms: 2, soldAt: 60, sold: 6_401_000 });
  expect(await judgeSale(older, [])).toContain('1 options under terms that do not ask for their sales in the log');
});

test('an option that was logged long after its purchase is reported, even if it was sold at once', async () => {
  const day = makeOption({ terms: 3, seconds: 86_400, strike: 6_400_000, soldAt: 5000, sold: 6_500_000 });
  const kept = { boughtAt: 5000, known: 5000, through: 5400, asOf: head + 5300 };
  expect(await judgeSale(day, [saleOf(day)], kept)).toContain('ORDERS ADDED');
  const soon = { boughtAt: 100, known: 5000, through: 5400, asOf: head + 5300 };
  expect(await judgeSale(day, [saleOf(day)], soon)).toContain('ORDERS KEPT BACK');
  expect(await judgeSale(day, [saleOf(day)], { ...soon, boughtAt: 0 })).toContain('1 sold by their owners');
});

test('a sale that was logged after the end of its option was given up is reported', async () => {
  const lost: Entry = { kind: 'givenUp', day: dayOf(head + 66), first: head + 66, last: head + 400 };
  expect(await judgeSale(sold, [lost, saleOf(sold)], { known: 64 })).toContain('SALE LOGGED LATE: at place');
});

test('a sale that was logged when later prices were known is reported, and so is a log that ends too early to tell', async () => {
  expect(await judgeSale(sold, [saleOf(sold)], { known: 66 })).toContain('1 sold by their owners');
  expect(await judgeSale(sold, [saleOf(sold)], { known: 68 })).toContain('SALE LOGGED LATE: at place');
  const ends = 'the log that is shown ends before the file does';
  expect(await judgeSale(sold, [saleOf(sold)], { through: 108 })).toContain(ends);
  // Sales after the `asOf` slot of the file do not matter.
  const open = makeOption({ terms: 3, exit: 6_412_000, told: { outcome: null, payout: null, exit: null } });
  expect(await judgeSale(open, [saleOf(sold)], { asOf: head + 58 })).toContain('open 1');
  expect(await judgeSale(open, [saleOf(sold)], { asOf: head + 60 })).toContain('OTHER SALE than was logged');
});

test('an option must be priced with the model required by the generator of its day', async () => {
  const day = (number: number, version: number): Entry => ({
    ...{ kind: 'day', day: number, version, commitment: sha(new Uint8Array([number])) },
    announcedSlot: firstSlotOf(number - 1),
  });
  const today = dayOf(head - 3);
  // The day was announced some bundles before the orders, and its neighbors have other generators.
  const announced = (version: number) => [
    ...[day(today - 1, version === 3 ? 2 : 3), day(today, version), day(today + 1, version === 3 ? 2 : 3)],
    ...tape(-2000, -22),
  ];
  const exit = 6_412_000;
  const estimated = makeOption({ terms: 3, exit });
  const generated = { terms: 3, model: 3, volatility: meanVolatility(coins[0]!, head - 3, 120) };
  const known = makeOption({ ...generated, exit });
  for (const [receipt, version] of [
    [estimated, 2],
    [known, 3],
  ] as const)
    expect(await judgeSale(receipt, [], { first: announced(version) })).toContain('win 1');
  const other = 'OTHER MODEL than its day asks for';
  expect(await judgeSale(estimated, [], { first: announced(3) })).toContain(`${other}: ${name} at place`);
  expect(await judgeSale(known, [], { first: announced(2) })).toContain('model 3 instead of 2');
  // A day that was not announced has no generator.
  expect(await judgeSale(estimated, [])).toContain('win 1');
  expect(await judgeSale(known, [])).toContain('no generator in the log');
  // A day that was announced again with a different generator.
  expect(await judgeSale(estimated, [], { first: [...announced(3), day(today, 2), ...tape(-20, -20)] })).toContain(
    `DAY CHANGED: ${today}`,
  );
  // Sold back, with the model of its purchase.
  const back = makeOption({
    ...{ ...generated, soldAt: 60, sold: 6_401_000 },
    soldBy: meanVolatility(coins[0]!, head + 60, 60),
  });
  expect(await judgeSale(back, [saleOf(back)], { first: announced(3) })).toContain('1 sold by their owners');
  expect(await judgeSale(sold, [saleOf(sold)], { first: announced(3) })).toContain(other);
  // External prices have no generator, whatever days were announced.
  const outside = makeOption({ terms: 3, rule: 1, model: 1, exit });
  expect(await judgeSale(outside, [], { first: announced(3) })).toContain('OTHER TERMS');
});
