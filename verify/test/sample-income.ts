import { sign } from 'node:crypto';
import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs } from '@glasshouse/protocol/utc-day';
import type { Holding, IncomeFile } from '@glasshouse/protocol/wealth/calls';
import { sealedBytes } from '@glasshouse/protocol/wealth/income-form';
import { writeTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import { slipKey } from './sample-receipt.ts';

/** Signs the current content of a file. */
export const seal = (file: Omit<IncomeFile, 'seal'>): IncomeFile => ({
  ...file,
  seal: { publicKey: slipKey.hex, signature: sign(null, sealedBytes(file), slipKey.privateKey).toString('hex') },
});

const trust: Terms = { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 30 };
const machine: Terms = { kind: 'machine', unit: 300_000_000n, daily: 1_720_000n, days: 20 };
const pledge: Terms = { kind: 'pledge', unit: 10_000n, ratePpb: 139_726, seconds: 86_400 };

type IncomeOptions = {
  terms: Terms;
  units?: number;
  boughtAt?: string;
  time: string;
  ended?: { how: Holding['ending']; at: string };
};
/** A site's income file at a given moment, computed day by day and independently of the checker. */
function makeIncome({
  terms,
  units = 1000,
  boughtAt = '2026-03-18T14:00:00.000Z',
  time,
  ended,
}: IncomeOptions): IncomeFile {
  const plan = scheduleOf(terms, BigInt(units), Date.parse(boughtAt));
  const at = Date.parse(ended?.at ?? time);
  const matured = ended?.how === 'matured';
  const had = terms.kind === 'pledge' ? (matured ? plan.income : []) : plan.income.filter((part) => part.at <= at);
  const iso = (ms: number) => new Date(ms).toISOString();
  const state = ended ? 'ended' : plan.endsAt <= at ? 'settling' : plan.startsAt > at ? 'not_started' : 'in_progress';
  return seal({
    kind: 'glasshouse-income',
    version: 1,
    note: 'Simulated: paper money of Glasshouse.',
    holding: {
      id: '019a8f00-0000-7000-8000-000000000001',
      product: 4,
      version: 1,
      label: 'Pane S1',
      terms: writeTerms(terms),
      units,
      amount: formatUsdt(plan.amount),
      boughtAt,
      startsAt: iso(plan.startsAt),
      endsAt: iso(plan.endsAt),
      state,
      earned: formatUsdt(had.reduce((sum, part) => sum + part.amount, 0n)),
      endedAt: ended?.at ?? null,
      ending: ended?.how ?? null,
    },
    income: had.map((part) => ({ at: iso(part.at), amount: formatUsdt(part.amount) })),
    returned:
      ended && plan.returned > 0n
        ? { at: matured ? iso(plan.endsAt) : ended.at, amount: formatUsdt(plan.returned) }
        : null,
    time: Date.parse(time),
  });
}

/** Files of all kinds and states. */
export const cases: Record<string, IncomeFile> = {
  'a trust product that has not started': makeIncome({ terms: trust, time: '2026-03-18T20:00:00.000Z' }),
  'a running trust product': makeIncome({ terms: trust, time: '2026-03-29T20:00:00.000Z' }),
  'a trust product that is about to be redeemed': makeIncome({ terms: trust, time: '2026-04-18T00:00:20.000Z' }),
  'an ended trust product': makeIncome({
    terms: trust,
    time: '2026-05-18T00:00:20.000Z',
    ended: { how: 'matured', at: '2026-04-18T00:01:00.000Z' },
  }),
  'a trust product of a deleted account': makeIncome({
    terms: trust,
    time: '2026-05-18T00:00:20.000Z',
    ended: { how: 'left', at: '2026-04-02T09:01:00.000Z' },
  }),
  'an order whose days mostly round to zero': makeIncome({
    terms: { kind: 'trust', unit: 10_000n, rateBp: 1, days: 730 },
    units: 1,
    time: '2028-01-01T12:00:00.000Z',
  }),
  'a machine': makeIncome({ terms: machine, units: 2, time: '2026-03-29T20:00:00.000Z' }),
  'an ended machine': makeIncome({
    terms: machine,
    units: 2,
    time: '2026-05-01T20:00:00.000Z',
    ended: { how: 'matured', at: '2026-04-08T00:00:30.000Z' },
  }),
  'a pledge': makeIncome({ terms: pledge, time: '2026-03-19T10:00:00.000Z' }),
  'a pledge that was paid': makeIncome({
    terms: pledge,
    units: 100_000,
    time: '2026-03-20T10:00:00.000Z',
    ended: { how: 'matured', at: '2026-03-19T14:01:00.000Z' },
  }),
  'a pledge that was ended early': makeIncome({
    terms: pledge,
    units: 100_000,
    time: '2026-03-20T10:00:00.000Z',
    ended: { how: 'early', at: '2026-03-19T13:59:59.999Z' },
  }),
};
/** Days after the purchase of the cases. */
export const later = (days: number): number => Date.parse('2026-03-18T14:00:00.000Z') + days * dayMs;
