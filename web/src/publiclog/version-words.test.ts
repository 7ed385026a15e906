import { expect, test } from 'vitest';
import { settingName, termsParts, versionParts } from './version-words.tsx';

/** Each sentence is its own key. */
const t = (key: string) => key;
const said = (says: unknown) => versionParts(JSON.stringify(says), t)?.map(({ name, value }) => `${name}: ${value}`);

test('the parts of a setting or a product have readable names and values in a fixed order', () => {
  expect(said({ version: 3, cny_rate: 71500, fee_bps: 150, single_min: 10_000_000, top_up_minutes: null })).toEqual([
    'log.said.names.singleMin: 10.00 USDT',
    'log.said.names.topUpMinutes: log.said.people',
    'log.said.names.fee: 1.50%',
    'log.said.names.cnyRate: 7.15',
  ]);
  expect(said({ identity_minutes: 0, top_up_minutes: 30, unattended_seconds: 45 })).toEqual([
    'log.said.names.identityMinutes: log.said.people',
    'log.said.names.topUpMinutes: log.said.minutes',
    'log.said.names.unattendedSeconds: log.said.seconds',
  ]);
  expect(said({ effective_at: '1970-01-01T00:00:00+00:00', invitation_required: false })).toEqual([
    'log.said.names.from: log.said.begin',
    'log.said.names.invitationRequired: log.said.no',
  ]);
  const trust = {
    product: 1,
    version: 2,
    kind: 'trust',
    label: '',
    rate_bp: 1250,
    days: 30,
    closes_at: null,
    quota: 20000,
  };
  expect(said({ ...trust, unit: 100_000_000, currency: 1 })).toEqual([
    'log.said.names.kind: log.said.kinds.trust',
    'log.said.names.currency: USDT',
    'log.said.names.unit: 100.00',
    'log.said.names.rateBp: 12.50',
    'log.said.names.days: 30',
    'log.said.names.quota: 20,000',
  ]);
  expect(said({ rate_ppb: 12_345_678, seconds: 3600 })).toEqual([
    'log.said.names.ratePpb: 1.2345678',
    'log.said.names.period: tape.spans.seconds',
  ]);
  expect(settingName('money_config', t)).toBe('log.said.about.money');
});

test('contract terms list the return of each period and the stake limits', () => {
  const stakes = { minStake: 10_000_000n, maxStake: 5_000_000_000n, maxOpen: 20_000_000_000n };
  const terms = { kind: 'terms', version: 1, effectiveAt: 0, rule: 2, ...stakes } as const;
  expect(termsParts({ ...terms, periods: [{ seconds: 30, returnBp: 8200 }] }, t)).toEqual([
    { name: 'log.said.names.returnFor', value: '82.00%' },
    { name: 'log.said.names.minStake', value: '10.00 USDT' },
    { name: 'log.said.names.maxStake', value: '5,000.00 USDT' },
    { name: 'log.said.names.maxOpen', value: '20,000.00 USDT' },
    { name: 'log.said.names.rule', value: 2 },
  ]);
});

test('unknown and malformed versions remain readable', () => {
  expect(said({ night_fee: 5, notes: ['a'], fee_bps: 'much', single_min: 1.5, at: 'soon', kind: 'bond' })).toEqual([
    'log.said.names.written: soon',
    'log.said.names.singleMin: 1.5',
    'log.said.names.fee: much',
    'log.said.names.kind: bond',
    'night_fee: 5',
    'notes: ["a"]',
  ]);
  expect(settingName('night_config', t)).toBe('night_config');
  expect(settingName('toString', t)).toBe('toString');
  for (const says of ['', '{', '[]', 'null', '3']) expect(versionParts(says, t), says).toBeUndefined();
});
