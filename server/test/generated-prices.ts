import { roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { randomnessOf } from '@glasshouse/protocol/beacon/round';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { coins } from '@glasshouse/protocol/market/coins';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { dayOf } from '@glasshouse/protocol/market/tape';
import { chainNumber, insertRounds } from '#evidence/beacon/sql.ts';
import { type BeaconPlan, beginDay, planDay, revealBefore } from '#evidence/market/days.ts';
import { plannerOf, testChain, testSecret } from './own-prices.ts';
import type { openTape } from './tape.ts';

type Tape = Awaited<ReturnType<typeof openTape>>;
const signer = openRoundSigner(testSecret);

/** Prices generated from a seed and rounds, beginning at a slot. */
export async function generatePrices(tape: Tape, first: number) {
  const day = dayOf(first);
  const planner = plannerOf(tape);
  const plan = (await planDay(planner, day, first - 1)) as BeaconPlan;
  const opening = await beginDay(tape.db, day, first, testChain, coins);
  const walk = walkDay(plan, opening, coins);
  const rounds = new Map<number, Uint8Array>();
  const next = () => {
    const round = roundOfSlot(testChain, walk.next());
    rounds.set(round, rounds.get(round) ?? signer.sign(round));
    walk.step(randomnessOf({ signature: rounds.get(round)! }));
    return Number(walk.made()[0]!.price);
  };
  return {
    /** The next prices of the first coin. */
    prices: (count: number) => Array.from({ length: count }, next),
    keepRounds: async () => {
      const number = await chainNumber(tape.db, testChain);
      const kept = Array.from(rounds, ([round, signature]) => ({ round, signature }));
      await insertRounds(tape.db, number, kept);
    },
    reveal: () => revealBefore(tape.db, day + 1, planner.seedKeys),
  };
}
