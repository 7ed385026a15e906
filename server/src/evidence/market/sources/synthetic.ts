import { setImmediate as turn } from 'node:timers/promises';
import { type Chain, roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { type Coin, coins as marketCoins } from '@glasshouse/protocol/market/coins';
import { type GeneratedPrice, openDay } from '@glasshouse/protocol/market/synthetic';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { dayOf } from '@glasshouse/protocol/market/tape';
import type { Db } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Rounds } from '../../beacon/beacon.ts';
import { type BeaconPlan, beginDay, CannotBeMade, type Plan, readOpening } from '../days.ts';
import { isOnTape, timeOf } from '../tape-sql.ts';
import type { Grid } from './source.ts';

const stepsAtOnce = 1000;

export type GridParts = {
  /** The connection that holds the tape's lock. */
  db: Db;
  planFor: (day: number) => Promise<Plan>;
  /**
   * Rounds of a chain from one round onwards. This file compares the prices of those up to `signedThrough` with the
   * tape.
   */
  follow: (chain: Chain, from: number, signedThrough: number) => Rounds;
  coins?: readonly Coin[];
  log: Log;
};
type GeneratedPrices = (slot: number) => Promise<readonly GeneratedPrice[] | undefined>;
type Followed = { chain: string; day: number; rounds: Rounds };

/** Prices generated from each day's plan and, in version 2 and later, from the rounds of a beacon. */
export function syntheticGrid({ db, planFor, follow, coins = marketCoins, log }: GridParts): Grid {
  let open: { day: number; at: GeneratedPrices } | undefined;
  let followed: Followed | undefined;

  /**
   * Continues with the rounds of the previous day if they are of the same chain; otherwise begins with the day's first
   * round.
   */
  const roundsOf = async ({ day, chain }: BeaconPlan, first: number, signedThrough: number): Promise<Rounds> => {
    if (followed?.chain !== chain.hash || followed.day !== day - 1) {
      await followed?.rounds.close();
      followed = { chain: chain.hash, day, rounds: follow(chain, first, signedThrough) };
    }
    followed.day = day;
    return followed.rounds;
  };

  /** Walks a day of version 2 or 3 from its beginning. In the middle of a day that takes a few seconds. */
  const walk = async (plan: BeaconPlan, slot: number, believe: boolean): Promise<GeneratedPrices> => {
    const { chain } = plan;
    const opening = (await readOpening(db, plan.day)) ?? (await beginDay(db, plan.day, slot, chain, coins));
    const signed = slot - 1; // up to here the day is on the tape
    const walked = walkDay(plan, opening, coins);
    const first = roundOfSlot(chain, opening.slot);
    const rounds = await roundsOf(plan, first, believe ? roundOfSlot(chain, signed) : first - 1);
    return async (wanted) => {
      for (let steps = 1; walked.next() <= wanted; steps++) {
        const randomness = rounds.randomness(roundOfSlot(chain, walked.next()));
        if (randomness) walked.step(randomness);
        else if (!(await rounds.more())) return undefined;
        // Changing a stored round that was already used would change all later prices.
        if (randomness && walked.next() - 1 === signed && !(await isOnTape(db, signed, walked.made()))) {
          if (!believe)
            throw new CannotBeMade(
              plan.day,
              'rounds',
              `day ${plan.day}: what is on the tape at slot ${signed} does not follow from its rounds`,
            );
          log.error(
            { day: plan.day, slot: signed },
            'feed: stored rounds do not give what is on the tape; all are verified',
          );
          followed = void (await rounds.close());
          open = { day: plan.day, at: await walk(plan, slot, false) };
          return open.at(wanted);
        }
        if (steps % stepsAtOnce !== 0) continue;
        await turn();
        await timeOf(db); // shows waiting feeds that this one is alive
      }
      return walked.made();
    };
  };
  const openPlan = async (plan: Plan, slot: number): Promise<GeneratedPrices> => {
    if (plan.version !== 1) return walk(plan, slot, true);
    const made = openDay(plan, coins);
    return async (wanted) => made.at(wanted);
  };
  return {
    name: 'synthetic',
    at: async (slot) => {
      const day = dayOf(slot);
      if (open?.day !== day) open = { day, at: await openPlan(await planFor(day), slot) };
      return open.at(slot);
    },
    close: async () => followed?.rounds.close(),
  };
}
