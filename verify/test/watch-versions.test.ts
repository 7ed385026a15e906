import { msOf } from '@glasshouse/protocol/market/tape';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import { expect, test } from 'vitest';
import { createRules, type Remembered } from '../src/watch/rules.ts';

// Terms, settings and products follow one another, stay as they were logged, and are announced before they hold.

const begin = 3_589_647_001;
const hash = new Uint8Array(32).fill(3);
const minute = 60_000;
const iso = (milliseconds: number) => new Date(msOf(begin) + milliseconds).toISOString();

const tape: Entry = { kind: 'tape', slot: begin, size: 24, root: hash, previous: hash };
const terms = (version: number, change: Partial<Extract<Entry, { kind: 'terms' }>> = {}): Entry => ({
  ...{
    kind: 'terms',
    version,
    effectiveAt: msOf(begin) + 60 * minute,
    rule: 2,
    minStake: 1n,
    maxStake: 2n,
    maxOpen: 3n,
  },
  ...{ periods: [{ seconds: 30, returnBp: 8200 }], ...change },
});
const setting = (about: string, version: number, says: object): Entry => ({
  ...{ kind: 'setting', about, version, says: JSON.stringify({ version, ...says }) },
});
const money = (version: number, says: object = {}) =>
  setting('money_config', version, { at: iso(0), effective_at: iso(60 * minute), fee_bps: 100, ...says });
const withdrawn = (about: string, version: number) => setting('withdrawn_change', version, { about, at: iso(0) });
const product = (number: number, version: number, says: object = {}): Entry => ({
  ...{ kind: 'product', product: number, version },
  says: JSON.stringify({ product: number, version, state: 'published', quota: 10, closed_at: null, ...says }),
});
const closed = (number: number, version: number, says: object = {}) =>
  product(number, version, { state: 'closed', closed_at: iso(0), ...says });

/** The alarms of these entries, after a second of the tape, and what is remembered. */
async function take(entries: readonly Entry[], before?: Remembered) {
  const alarms: string[] = [];
  const says: string[] = [];
  const rules = createRules(
    () => msOf(begin),
    (name, text) => {
      alarms.push(name);
      says.push(text);
    },
    before,
  );
  for (const entry of entries) await rules.take(entry);
  return { alarms, says, remembered: rules.remembered() };
}
const alarmsOf = async (...entries: Entry[]) => (await take(entries)).alarms;
const first = [terms(1), money(1, { effective_at: '1970-01-01T00:00:00+00:00' }), product(7, 1), tape];

test('versions that follow one another, announced an hour before, raise no alarm', async () => {
  expect(await alarmsOf(...first, terms(2), money(2), closed(7, 1), product(7, 2), product(8, 1))).toEqual([]);
  // A refused change uses up its number.
  expect(await alarmsOf(...first, terms(4), money(5))).toEqual([]);
  // Settings that hold at once are not announced.
  expect(await alarmsOf(setting('site_config', 1, {}), tape, setting('site_config', 2, {}))).toEqual([]);
});

test('a version that comes again or after a later one is named', async () => {
  expect(await alarmsOf(...first, terms(3), terms(2))).toEqual(['terms changed']);
  expect(await alarmsOf(...first, terms(3), terms(3))).toEqual(['terms changed']);
  expect(await alarmsOf(...first, money(3), money(2))).toEqual(['setting changed']);
  expect(await alarmsOf(...first, closed(7, 1), product(7, 2), closed(7, 2), product(7, 1))).toEqual([
    'product changed',
  ]);
  // Versions of a product have no gaps.
  expect(await alarmsOf(...first, closed(7, 1), product(7, 3))).toEqual(['product changed']);
});

test('settings are logged again when they get more to say, with nothing changed', async () => {
  const again = money(1, { effective_at: '1970-01-01T00:00:00+00:00', spot_spread_bp: 10 });
  expect(await alarmsOf(...first, again)).toEqual([]);
  expect(await alarmsOf(...first, money(1, { effective_at: '1970-01-01T00:00:00+00:00', fee_bps: 90 }))).toEqual([
    'setting changed',
  ]);
  // What it said the second time stays, too.
  expect(await alarmsOf(...first, again, first[1]!)).toEqual(['setting changed']);
  // A monitor that begins with such entries cannot know that they are old.
  const old = [money(4, { effective_at: iso(-9 * minute) }), money(5, { effective_at: iso(-5 * minute) })];
  expect(await alarmsOf(tape, ...old)).toEqual([]);
});

test('a published product changes by being closed, and by nothing else', async () => {
  expect(await alarmsOf(...first, product(7, 1, { quota: 11 }))).toEqual(['product changed']);
  expect(await alarmsOf(...first, closed(7, 1, { quota: 11 }))).toEqual(['product changed']);
  expect(await alarmsOf(...first, closed(7, 1), product(7, 1))).toEqual(['product changed']);
  expect(await alarmsOf(...first, { ...product(7, 1), says: 'no JSON' } as Entry)).toEqual(['product changed']);
});

test('terms and settings are announced an hour before they hold, give or take the clocks', async () => {
  const from = (minutes: number) => ({ effectiveAt: msOf(begin) + minutes * minute });
  expect(await alarmsOf(...first, terms(2, { ...from(53), maxStake: 9n }))).toEqual([]);
  expect(await alarmsOf(...first, terms(2, { ...from(52), maxStake: 9n }))).toEqual(['not announced']);
  const at = (minutes: number, effective: number) =>
    money(2, { at: iso(minutes * minute), effective_at: iso(effective * minute) });
  expect(await alarmsOf(...first, at(-7, 53))).toEqual([]);
  expect(await alarmsOf(...first, at(-8, 52))).toEqual(['not announced']);
  expect(await alarmsOf(...first, at(0, 59))).toEqual(['not announced']);
  expect(await alarmsOf(...first, money(2, { effective_at: undefined }))).toEqual(['not announced']);
  // Another source brings its rule at once, under terms that are otherwise the same.
  expect(await alarmsOf(...first, terms(2, { ...from(0), rule: 1 }))).toEqual([]);
  expect(await alarmsOf(...first, terms(2, { ...from(0), rule: 1, maxStake: 9n }))).toEqual(['not announced']);
});

test('a change cannot be withdrawn once it holds', async () => {
  const held = { effectiveAt: msOf(begin) + 60 * minute };
  const later = (minutes: number): Entry => ({ ...tape, slot: begin + 120 * minutes }) as Entry;
  const taken = async (minutes: number, entry: Entry) =>
    (await take([...first, terms(2, held), money(2), later(minutes), entry])).alarms.filter(
      (name) => name === 'terms changed' || name === 'setting changed',
    );
  expect(await taken(66, withdrawn('contract_terms', 2))).toEqual([]);
  expect(await taken(67, withdrawn('contract_terms', 2))).toEqual(['terms changed']);
  expect(await taken(66, withdrawn('money_config', 2))).toEqual([]);
  expect(await taken(67, withdrawn('money_config', 2))).toEqual(['setting changed']);
});

test('the next run remembers the newest versions', async () => {
  const { remembered } = await take([...first, closed(7, 1), product(7, 2)]);
  const next = async (entry: Entry) => (await take([entry], remembered)).alarms;
  expect(await next(product(7, 2, { quota: 11 }))).toEqual(['product changed']);
  expect(await next(product(7, 4))).toEqual(['product changed']);
  expect(await next(terms(1))).toEqual(['terms changed']);
  expect(await next(money(1, { effective_at: '1970-01-01T00:00:00+00:00', fee_bps: 90 }))).toEqual(['setting changed']);
  expect(await next(terms(2, { effectiveAt: msOf(begin), maxStake: 9n }))).toEqual(['not announced']);
  expect(await next(closed(7, 2))).toEqual([]);
});

test('what is remembered is bounded, and a flood of products displaces nothing', async () => {
  const many = Array.from({ length: 1500 }, (_, number) => product(100 + number, 1));
  const flood = await take([...first, ...many]);
  expect(flood.alarms).toContain('product changed');
  expect(flood.remembered.entries.length).toBeLessThan(1100);
  expect((await take([terms(1)], flood.remembered)).alarms).toEqual(['terms changed']);
  const versions = Array.from({ length: 50 }, (_, i) => money(2 + i));
  expect((await take([...first, ...versions])).remembered.entries.length).toBeLessThan(20);
});
