import { z } from 'zod';
import { parseDecimal, writeDecimal, writeTidily } from '../decimal.ts';

/** Minutes that a change to money settings is announced before it takes effect. */
export const announcedMinutes = 60;
/** Minimum hours between two changes of a value. */
export const onceInHours = 24;

/**
 * Bounds of the money settings that operators can change, and the maximum step of one change from the value in force:
 * an amount, or a share of the value. The database enforces the same bounds.
 */
export const bounds = {
  cnyRate: { decimals: 4, least: '1', most: '50', step: '10%' },
  welcomeGrant: { decimals: 6, least: '0', most: '100000', step: '2000' },
  fee: { decimals: 2, least: '0', most: '50', step: '1' },
  twoPeopleAbove: { decimals: 6, least: '100', most: '50000', step: '2000' },
  inviteReward: { decimals: 6, least: '0', most: '1000', step: '50' },
  inviteShare: { decimals: 2, least: '0', most: '20', step: '1' },
  vip1: { decimals: 6, least: '1', most: '100000', step: '50%' },
  vip2: { decimals: 6, least: '1', most: '100000', step: '50%' },
  vip3: { decimals: 6, least: '1', most: '100000', step: '50%' },
  vip4: { decimals: 6, least: '1', most: '100000', step: '50%' },
  vip5: { decimals: 6, least: '1', most: '100000', step: '50%' },
  optionSpread: { decimals: 2, least: '0.5', most: '10', step: '1' },
  optionExposure: { decimals: 6, least: '10000', most: '50000000', step: '50%' },
  spotSpread: { decimals: 2, least: '0', most: '1', step: '0.1' },
  singlemin: { decimals: 6, least: '1', most: '10000', step: '50%' },
  singlemax: { decimals: 6, least: '1', most: '1000000', step: '50%' },
  daymax: { decimals: 6, least: '1', most: '10000000', step: '50%' },
  identityMinutes: { decimals: 0, least: '0', most: '10080', step: '10080' },
  topUpMinutes: { decimals: 0, least: '0', most: '10080', step: '10080' },
  unattendedSeconds: { decimals: 0, least: '0', most: '3600', step: '3600' },
  returnPercent: { decimals: 2, least: '0.01', most: '100', step: '5' },
} as const;
export type Bounded = keyof typeof bounds;

/** Parses a bounded value into smallest units. */
export const unitsOf = (name: Bounded, text: string): bigint | undefined => parseDecimal(text, bounds[name].decimals);
/** Formats a bounded value as decimal text. */
export function textOf(name: Bounded, units: bigint): string {
  const { decimals } = bounds[name];
  return decimals === 0 ? writeDecimal(units, 0) : writeTidily(units, decimals);
}

function isWithin(name: Bounded, text: string): boolean {
  const units = unitsOf(name, text);
  const { least, most } = bounds[name];
  return units !== undefined && units >= unitsOf(name, least)! && units <= unitsOf(name, most)!;
}
/** A decimal text within the bounds of its name. */
export const bounded = (name: Bounded) =>
  z
    .string()
    .max(20)
    .refine((text) => isWithin(name, text));

/**
 * The range that one change can reach, in smallest units. For a value outside its bounds, set before bounds existed,
 * the range starts at the nearest bound.
 */
export function reachOf(name: Bounded, from: bigint): { least: bigint; most: bigint } {
  const { step } = bounds[name];
  const [least, largest] = [unitsOf(name, bounds[name].least)!, unitsOf(name, bounds[name].most)!];
  const within = (units: bigint) => (units < least ? least : units > largest ? largest : units);
  const start = within(from);
  const percent = /^(\d+)%$/.exec(step)?.[1];
  const far = percent ? (start * BigInt(percent)) / 100n : unitsOf(name, step)!;
  return { least: within(start - far), most: within(start + far) };
}
/** Whether one change may go from one value to the other. */
export function isStep(name: Bounded, from: bigint, to: bigint): boolean {
  const { least, most } = reachOf(name, from);
  return to >= least && to <= most;
}
