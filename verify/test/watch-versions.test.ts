import { msOf } from '@glasshouse/protocol/market/tape';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import { expect, test } from 'vitest';
import { createRules, type RulesMemory } from '../src/watch/rules.ts';

// Versions of terms, settings and products are consecutive, never change, and are announced before they take effect.

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

const minutesLater = (minutes: number): Entry => ({ ...tape, slot: begin + 120 * minutes }) as Entry;
/** The tape here is too short, so it raises alarms of its own. */
const isOfVersions = (name: string) => /changed|announced|judged/.test(name);

/** The alarms for these entries, which follow a second of the tape, and the state stored for the next run. */
async function take(entries: readonly Entry[], before?: RulesMemory) {
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
const first = [
  terms(1, { effectiveAt: 0 }),
  money(1, { effective_at: '1970-01-01T00:00:00+00:00' }),
  product(7, 1),
  tape,
];

test('consecutive versions announced an hour before raise no alarm', async () => {
  expect(await alarmsOf(...first, terms(2), money(2), closed(7, 1), product(7, 2), product(8, 1))).toEqual([]);
  // A refused change uses up its number.
  expect(await alarmsOf(...first, terms(4), money(5))).toEqual([]);
  // Settings that take effect immediately are not announced.
  expect(await alarmsOf(setting('site_config', 1, {}), tape, setting('site_config', 2, {}))).toEqual([]);
});

test('a version that is repeated or follows a later one is reported', async () => {
  expect(await alarmsOf(...first, terms(3), terms(2))).toEqual(['terms changed']);
  expect(await alarmsOf(...first, terms(3), terms(3))).toEqual(['terms changed']);
  expect(await alarmsOf(...first, money(3), money(2))).toEqual(['setting changed']);
  expect(await alarmsOf(...first, closed(7, 1), product(7, 2), closed(7, 2), product(7, 1))).toEqual([
    'product changed',
  ]);
  // Versions of a product have no gaps.
  expect(await alarmsOf(...first, closed(7, 1), product(7, 3))).toEqual(['product changed']);
});

test('settings may be logged again with new columns if no value changed', async () => {
  const again = money(1, { effective_at: '1970-01-01T00:00:00+00:00', spot_spread_bp: 10 });
  expect(await alarmsOf(...first, again)).toEqual([]);
  expect(await alarmsOf(...first, money(1, { effective_at: '1970-01-01T00:00:00+00:00', fee_bps: 90 }))).toEqual([
    'setting changed',
  ]);
  // Its second content must stay the same, too.
  expect(await alarmsOf(...first, again, first[1]!)).toEqual(['setting changed']);
  // A monitor that begins with such entries cannot know that they are old.
  const old = [money(4, { effective_at: iso(-9 * minute) }), money(5, { effective_at: iso(-5 * minute) })];
  expect(await alarmsOf(tape, ...old)).toEqual([]);
});

test('a version that omits a setting is reported when it is logged and when the setting is filled in', async () => {
  const placeholder = money(2, { fee_bps: undefined });
  const { alarms, says } = await take([...first, placeholder, minutesLater(90), money(2)]);
  expect(alarms.filter(isOfVersions)).toEqual(['setting changed', 'setting changed']);
  expect(says[0]).toBe('version 2 of money_config leaves out fee_bps, which was logged before');
  // Also in the next run.
  const next = await take([money(2)], (await take([...first, placeholder])).remembered);
  expect(next.alarms).toEqual(['setting changed']);
  // A placeholder after a placeholder omits the same settings.
  const stacked = await alarmsOf(...first, placeholder, money(3, { fee_bps: undefined }), money(3));
  expect(stacked).toEqual(['setting changed', 'setting changed', 'setting changed']);
  // A product that was published without its quota.
  const hollow = product(8, 1, { quota: undefined });
  expect(await alarmsOf(...first, hollow, closed(8, 1))).toEqual(['product changed', 'product changed']);
});

test('columns added by several releases raise no alarm, even if the monitor restarts in between', async () => {
  const fee = [money(1, { effective_at: '1970-01-01T00:00:00+00:00' }), money(2), money(3)];
  const spread = { spot_spread_bp: 10 };
  const limit = { ...spread, single_min: 1 };
  const entries = [
    ...[terms(1), ...fee, product(7, 1), tape],
    // A release logs all versions again, oldest first.
    money(1, { effective_at: '1970-01-01T00:00:00+00:00', ...spread }),
    ...[money(2, spread), money(3, spread), money(4, spread)],
    // The next one logs only the version in force, while another one is announced.
    ...[money(3, limit), money(5, limit), money(4, { ...limit, top_up_minutes: 0 })],
    // The same for a product that was published before a column was added, and closed afterwards.
    ...[product(8, 1, { note: '' }), closed(7, 1, { note: '' })],
  ];
  expect(await alarmsOf(...entries)).toEqual([]);
  for (let count = 1; count < entries.length; count++) {
    const { remembered } = await take(entries.slice(0, count));
    expect((await take(entries.slice(count), remembered)).alarms, `${count}`).toEqual([]);
  }
});

test('an unreadable entry is reported, and later entries are still compared', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const says = [
    ...['', 'null', '1', '"x"', '[]', `{"a":${nested(100)}}`, `{"a":${nested(30_000)}}`, `{"${'a'.repeat(200)}":1}`],
    JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`a${i}`, i]))),
  ];
  for (const text of says) {
    const bad: Entry = { kind: 'setting', about: 'money_config', version: 2, says: text };
    const { alarms, remembered } = await take([...first, bad, bad, money(2)]);
    expect(alarms, text.slice(0, 40)).toEqual(['not judged', 'not judged']);
    expect((await take([money(2, { fee_bps: 1 })], remembered)).alarms).toEqual(['setting changed']);
  }
  for (const about of [nested(30_000), '{"toString":null,"valueOf":null}', '"__proto__"', '"constructor"']) {
    const bad: Entry = { kind: 'setting', about: 'withdrawn_change', version: 2, says: `{"about":${about}}` };
    expect(await alarmsOf(...first, bad, money(2)), about.slice(0, 40)).toEqual(
      about.startsWith('[') ? ['not judged'] : [],
    );
  }
  const strange = { effective_at: { toString: null, valueOf: null } };
  expect(await alarmsOf(...first, money(2, strange))).toEqual(['not announced']);
  // Names that every object inherits are compared like any other.
  expect(await alarmsOf(...first, money(2, { constructor: 1 }), money(3))).toEqual(['setting changed']);
});

test('more names than can be compared raise an alarm', async () => {
  const many = (from: number) => Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`a${from + i}`, 1]));
  const flood = Array.from({ length: 20 }, (_, i) => setting('site_config', i + 1, many(90 * i)));
  expect((await take([...first, ...flood])).says).toContain(
    'site_config has more than 1000 names: not all are compared',
  );
});

test('a published product can only change by being closed', async () => {
  expect(await alarmsOf(...first, product(7, 1, { quota: 11 }))).toEqual(['product changed']);
  expect(await alarmsOf(...first, closed(7, 1, { quota: 11 }))).toEqual(['product changed']);
  expect(await alarmsOf(...first, closed(7, 1), product(7, 1))).toEqual(['product changed']);
  expect(await alarmsOf(...first, { ...product(7, 1), says: 'no JSON' } as Entry)).toEqual(['not judged']);
});

test('terms and settings are announced an hour before they take effect, within the tolerance of the clocks', async () => {
  const from = (minutes: number) => ({ effectiveAt: msOf(begin) + minutes * minute });
  expect(await alarmsOf(...first, terms(2, { ...from(53), maxStake: 9n }))).toEqual([]);
  expect(await alarmsOf(...first, terms(2, { ...from(52), maxStake: 9n }))).toEqual(['not announced']);
  const at = (minutes: number, effective: number) =>
    money(2, { at: iso(minutes * minute), effective_at: iso(effective * minute) });
  expect(await alarmsOf(...first, at(-7, 53))).toEqual([]);
  expect(await alarmsOf(...first, at(-8, 52))).toEqual(['not announced']);
  expect(await alarmsOf(...first, at(0, 59))).toEqual(['not announced']);
  expect(await alarmsOf(...first, money(2, { effective_at: undefined }))).toEqual(['setting changed', 'not announced']);
  // Another price source changes the rule immediately, with otherwise the same terms.
  expect(await alarmsOf(...first, terms(2, { ...from(0), rule: 1 }))).toEqual([]);
  expect(await alarmsOf(...first, terms(2, { ...from(0), rule: 1, maxStake: 9n }))).toEqual(['not announced']);
});

test('only the terms in force can change to another rule without an announcement', async () => {
  const low = { maxStake: 9n, periods: [{ seconds: 30, returnBp: 10 }] };
  const withdrawal = withdrawn('contract_terms', 2);
  const at = (minutes: number, change: Parameters<typeof terms>[1] = {}) => ({
    ...{ effectiveAt: msOf(begin) + minutes * minute, ...change },
  });
  const of = async (...entries: Entry[]) => (await take([...opening, ...entries])).alarms.filter(isOfVersions);
  const opening = [terms(1, { effectiveAt: 0 }), tape];
  // Announced and withdrawn, then in force immediately, with the same rule or another.
  for (const rule of [1, 2])
    expect(await of(terms(2, low), withdrawal, minutesLater(90), terms(3, at(90, { ...low, rule })))).toEqual([
      'not announced',
    ]);
  // Announced and not yet in force.
  expect(await of(terms(2, low), terms(3, at(1, { ...low, rule: 1 })))).toEqual(['not announced']);
  // Announced, and withdrawn after later terms have copied them.
  const copy = terms(3, at(60, { ...low, rule: 1 }));
  expect(await of(terms(2, low), minutesLater(59), copy, withdrawal)).toEqual(['terms changed']);
  // Earlier terms, whatever start they claim.
  for (const since of [0, 90])
    expect(await of(terms(2, low), minutesLater(90), terms(3, at(since, { rule: 1 })))).toEqual(['not announced']);
  // The same terms again are not another rule.
  expect(await of(minutesLater(90), terms(2, at(90)))).toEqual(['not announced']);
  // Another source, before and after announced terms take effect, and after withdrawn ones.
  expect(await of(terms(2, low), withdrawal, minutesLater(90), terms(3, at(90, { rule: 1 })))).toEqual([]);
  expect(await of(terms(2, low), minutesLater(90), terms(3, at(90, { ...low, rule: 1 })))).toEqual([]);
  const sources = [1, 2, 1].map((rule, i) => terms(3 + i, at(90 + i, { ...low, rule })));
  expect(await of(terms(2, low), minutesLater(90), ...sources)).toEqual([]);
  // The tape had a gap until the source changed, so it does not show yet that the announced terms are in force.
  expect(await of(terms(2, low), terms(3, at(90, { ...low, rule: 1 })))).toEqual([]);
});

test('the terms in force and withdrawn ones are remembered, however many were withdrawn since', async () => {
  const all = Array.from({ length: 9 }, (_, i) => [
    ...[terms(2 + i, { maxStake: 9n }), withdrawn('contract_terms', 2 + i)],
  ]).flat();
  const { alarms, remembered } = await take([terms(1, { effectiveAt: 0 }), tape, ...all]);
  expect(alarms).toEqual([]);
  const next = async (change: Parameters<typeof terms>[1]) =>
    (await take([terms(11, { effectiveAt: msOf(begin), ...change })], remembered)).alarms;
  expect(await next({ rule: 1 })).toEqual([]);
  expect(await next({ rule: 1, maxStake: 9n })).toEqual(['not announced']);
  expect((await take([terms(3)], remembered)).alarms).toEqual(['terms changed']);
});

test('a change cannot be withdrawn once it is in force', async () => {
  const held = { effectiveAt: msOf(begin) + 60 * minute };
  const taken = async (minutes: number, entry: Entry) =>
    (await take([...first, terms(2, held), money(2), minutesLater(minutes), entry])).alarms.filter(
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

test('the stored state is bounded, and a flood of products displaces nothing', async () => {
  const many = Array.from({ length: 1500 }, (_, number) => product(100 + number, 1));
  const flood = await take([...first, ...many]);
  expect(flood.alarms).toContain('product changed');
  expect(flood.remembered.entries.length).toBeLessThan(1100);
  expect((await take([terms(1)], flood.remembered)).alarms).toEqual(['terms changed']);
  const versions = Array.from({ length: 50 }, (_, i) => money(2 + i));
  expect((await take([...first, ...versions])).remembered.entries.length).toBeLessThan(20);
});
