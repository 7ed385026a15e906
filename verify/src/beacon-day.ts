import { type Chain, hashOf, knownToOperator, roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { type Round, randomnessOf } from '@glasshouse/protocol/beacon/round';
import { readRounds } from '@glasshouse/protocol/beacon/rounds-file';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { coins } from '@glasshouse/protocol/market/coins';
import { opensOf, type Revealed } from '@glasshouse/protocol/market/day';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import type { GeneratedPrice } from '@glasshouse/protocol/market/synthetic';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { firstWrongRound } from './rounds.ts';
import { timeOf } from './words.ts';

type Text = { name: string; text: string };

/** All rounds of a chain in these files, with verified signatures. Throws at the first invalid one. */
export async function roundsIn(files: readonly Text[], chain: Chain): Promise<Map<number, Uint8Array>> {
  if (toHex(hashOf(chain)) !== chain.hash)
    throw new Error(`the beacon’s chain ${chain.hash} does not match its own hash`);
  const rounds = new Map<number, Round>();
  for (const { name, text } of files) {
    const file = readRounds(text);
    if (file.chain !== chain.hash) throw new Error(`${name}: its rounds are of another chain, ${file.chain}`);
    for (const round of file.rounds) rounds.set(round.round, round);
  }
  const wrong = await firstWrongRound(chain.publicKey, [...rounds.values()]);
  if (wrong !== undefined) throw new Error(`round ${wrong} is not signed by the chain’s key`);
  return new Map([...rounds].map(([number, round]) => [number, randomnessOf(round)]));
}

/** One line about the chain of rounds. */
export const aboutChain = (chain: Chain): string =>
  !knownToOperator(chain)
    ? 'rounds of drand’s quicknet, every signature verified'
    : `rounds of ${JSON.stringify(chain.name)}, every signature verified; this beacon is known to the operator`;

/** Walks a day of version 2 or 3. Slots must be requested in order. Throws if the files lack a round. */
export function walkRevealed(
  { version, day }: { version: BeaconVersion; day: number },
  revealed: Revealed,
  rounds: ReadonlyMap<number, Uint8Array>,
) {
  const chain = revealed.beacon!;
  const opening = { slot: chain.firstSlot, opens: opensOf(revealed) };
  const walk = walkDay({ version, day, seed: fromHex(revealed.seed) }, opening, coins);
  let made: GeneratedPrice[] = [];
  return (slot: number): readonly GeneratedPrice[] => {
    if (walk.next() > slot) return made;
    while (walk.next() <= slot) {
      const round = roundOfSlot(chain, walk.next());
      const randomness = rounds.get(round);
      if (!randomness) throw new Error(`round ${round}, of ${timeOf(walk.next())}, is in none of the files`);
      walk.step(randomness);
    }
    made = walk.made();
    return made;
  };
}
