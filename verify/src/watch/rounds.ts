import { quicknet } from '@glasshouse/protocol/beacon/chain';
import type { Round } from '@glasshouse/protocol/beacon/round';
import { firstWrong } from '@glasshouse/protocol/beacon/rounds';
import type { Entry } from '@glasshouse/protocol/publiclog/entries';
import type { Say } from './alarm.ts';

const batch = 64; // rounds verified together

/**
 * Checks the beacon's rounds in the log. Each must be signed by drand's quicknet or one of the given keys, and the
 * rounds of one key must be consecutive. The chain of a round is identified by the key that signed it, because the
 * oldest entries do not name their chain.
 */
export function createRoundRules(named: readonly string[], say: Say) {
  const keys = [quicknet.publicKey, ...named];
  const last = new Map<string, number>();
  let playing: string | undefined;
  let waiting: Round[] = [];

  /** How many rounds at the start of the list a key has signed. */
  const signedBy = (key: string, rounds: readonly Round[]): number => {
    const wrong = firstWrong(key, rounds);
    return wrong === undefined ? rounds.length : rounds.findIndex(({ round }) => round === wrong);
  };
  const take = (key: string, { round }: Round) => {
    const before = last.get(key);
    if (before !== undefined && round <= before) say('round wrong', `round ${round} comes after ${before}`);
    else if (before !== undefined && playing === key && round > before + 1)
      say('round missing', `between ${before} and ${round} the log has no round`);
    last.set(key, Math.max(round, before ?? 0));
    playing = key;
  };
  /** The key that signed most rounds at the start of the list. Nearly always the key of the previous rounds. */
  const bestOf = (rounds: readonly Round[]) => {
    let best = { key: '', count: 0 };
    for (const key of keys.toSorted((a, b) => Number(b === playing) - Number(a === playing))) {
      const count = signedBy(key, rounds);
      if (count > best.count) best = { key, count };
      if (count === rounds.length) break;
    }
    return best;
  };
  const checkAll = () => {
    for (let rounds = waiting; rounds.length > 0; ) {
      const { key, count } = bestOf(rounds);
      if (count === 0)
        say(
          'round wrong',
          `round ${rounds[0]!.round} is signed neither by drand’s quicknet nor by a key given with --beacon`,
        );
      for (const round of rounds.slice(0, count)) take(key, round);
      rounds = rounds.slice(Math.max(count, 1));
    }
    waiting = [];
  };
  return {
    take: (entry: Entry) => {
      if (entry.kind === 'round') waiting.push(entry);
      if (waiting.length >= batch) checkAll();
    },
    /** All entries available now have been processed. */
    tookAll: checkAll,
  };
}
