import { z } from 'zod';
import { amountOf } from '../amounts.ts';
import { nothing } from '../endpoint.ts';
import { parseUnits } from '../money.ts';
import { doneOrWaiting, operatorCall, reason } from '../operators/call.ts';
import { bounded } from '../site/bounds.ts';
import { announcedRefusals, announcedVersion, howAnnounced } from '../site/office.ts';

const usdt = amountOf('USDT');
/** Limits of the terms that operators set. The database enforces them too. */
export const termLimits = { periods: 8, seconds: 3600, maxStake: '1000000', maxOpen: '1000000000' } as const;
/** Maximum open orders per user, so that one user's orders cannot fill a settlement batch. */
export const maxOpenOrders = 10_000n;
const period = z.object({
  seconds: z.int().min(1).max(termLimits.seconds),
  returnPercent: bounded('returnPercent').describe(
    'The profit of a win in percent of the stake, with at most two decimals.',
  ),
});
const unlike = (values: readonly number[]) => new Set(values).size === values.length;
const terms = z
  .object({
    minStake: usdt,
    maxStake: usdt,
    maxOpen: usdt.describe("Maximum total of one user's open contracts."),
    periods: z.array(period).min(1).max(termLimits.periods),
  })
  .refine(({ minStake, maxStake }) => minStake <= maxStake, { path: ['maxStake'] })
  .refine(({ maxStake, maxOpen }) => maxStake <= maxOpen, { path: ['maxOpen'] })
  .refine(({ maxStake }) => maxStake <= parseUnits(termLimits.maxStake, 'USDT')!, { path: ['maxStake'] })
  .refine(({ maxOpen }) => maxOpen <= parseUnits(termLimits.maxOpen, 'USDT')!, { path: ['maxOpen'] })
  .refine(({ minStake, maxOpen }) => maxOpen / minStake <= maxOpenOrders, { path: ['minStake'] })
  .refine(({ periods }) => unlike(periods.map(({ seconds }) => seconds)), { path: ['periods'] });

type Period = { seconds: number; returnPercent: string };
/** The return of the period closest in length. Adding a period therefore does not bypass the maximum step of a return. */
export const nearestReturn = (periods: readonly Period[], seconds: number): string =>
  periods.reduce((best, each) => (Math.abs(each.seconds - seconds) < Math.abs(best.seconds - seconds) ? each : best))
    .returnPercent;

const version = z.string().regex(/^[1-9]\d{0,17}$/);

export const showPeriods = operatorCall({
  path: '/office/contracts/periods',
  permission: 'site.read',
  leaves: 'nothing',
  summary: 'The terms of new second contracts: announced, in force and past ones, newest first.',
  input: z.object({ before: version.optional(), limit: z.int().min(1).max(100).default(20) }),
  output: z.object({
    list: z.array(announcedVersion.extend({ terms })),
    next: version.nullable(),
  }),
  errors: [],
});
export const savePeriods = operatorCall({
  path: '/office/contracts/savePeriods',
  permission: 'site.write',
  leaves: 'entry',
  fresh: true,
  second: 'site.approve',
  summary: `Changes the terms of new contracts. Accepted orders keep theirs: they are stored in the order. ${howAnnounced}`,
  input: z.object({ expectedVersion: version, terms, reason }),
  output: doneOrWaiting,
  errors: announcedRefusals,
});
export const withdrawPeriods = operatorCall({
  path: '/office/contracts/withdrawPeriods',
  permission: 'site.approve',
  leaves: 'entry',
  summary: 'Withdraws announced terms that are not in force yet.',
  input: z.object({ version, reason }),
  output: nothing,
  errors: ['not_found', 'no_change'],
});
