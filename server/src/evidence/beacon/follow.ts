import { setTimeout as wait } from 'node:timers/promises';
import { type Chain, knownToOperator, roundAt, timeOfRound } from '@glasshouse/protocol/beacon/chain';
import { type Round, randomnessOf } from '@glasshouse/protocol/beacon/round';
import type { Db } from '#platform/database/db.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { note } from '#platform/runtime/faults.ts';
import type { Checker } from './checking.ts';
import { askRound, isOfChain } from './client.ts';
import * as table from './sql.ts';

const page = 2000; // rounds read from the table at once
const maxAhead = 4000; // rounds kept for the next reader
const batch = 64; // rounds verified together
const atOnce = 8; // concurrent requests
const pauses = { retry: 200, most: 2000, wrong: 2000, full: 20, more: 100 };

type Parts = { db: Db; clock: Clock; log: Log; chain: Chain; url: string; checker: Checker };
export type Rounds = {
  /**
   * The randomness of a round; undefined while it is not known. Rounds must be requested in order; earlier ones are
   * forgotten.
   */
  randomness: (round: number) => Uint8Array | undefined;
  /** Waits a little for the next rounds. Returns whether some arrived. */
  more: () => Promise<boolean>;
  close: () => Promise<void>;
};

/**
 * Rounds of a beacon from one round onwards, in order and without end. Stored rounds come first, then those that the
 * beacon publishes; each is verified and stored before it is returned. While the beacon is down, it is asked again and
 * no round is skipped. Stored rounds are verified again, because the owner of the table could have changed them. Those
 * up to `signedThrough` are not: verifying a day of rounds takes minutes, and the caller compares their prices with the
 * signed tape.
 */
export function followRounds(parts: Parts, from: number, signedThrough: number): Rounds {
  const { db, clock, log, chain, url, checker } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => wait(Math.max(ms, 1), undefined, { signal }).catch(() => {});
  const known = new Map<number, Uint8Array>();
  let next = from;
  let silent = 0;
  const waiting = new Set<(some: boolean) => void>();

  const keep = (round: number, randomness: Uint8Array) => {
    known.set(round, randomness);
    next = round + 1;
  };
  const tell = () => {
    for (const done of waiting) done(true);
  };
  /**
   * Reads stored rounds up to a missing or wrong one, which is then fetched from the beacon. Returns whether there are
   * more.
   */
  const readStored = async (id: number): Promise<boolean> => {
    const signed = next <= signedThrough;
    const most = signed ? Math.min(page, signedThrough - next + 1) : batch;
    const found = await table.roundsFrom(db, id, next, most);
    const hole = found.findIndex(({ round }, i) => round !== next + i);
    const stored = hole < 0 ? found : found.slice(0, hole);
    const wrong = signed || stored.length === 0 ? undefined : await checker.firstWrong(chain.publicKey, stored);
    if (wrong !== undefined) log.error({ round: wrong }, 'beacon: a stored round is not signed by the chain’s key');
    for (const round of stored) if (wrong === undefined || round.round < wrong) keep(round.round, randomnessOf(round));
    if (stored.length > 0) tell();
    return wrong === undefined && stored.length === most;
  };
  const askOn = async (id: number, newest: number): Promise<boolean> => {
    const rounds = await askSome(url, next, Math.min(newest, next + batch - 1), signal);
    const wrong = rounds.length > 0 ? await checker.firstWrong(chain.publicKey, rounds) : undefined;
    const right = wrong === undefined ? rounds : rounds.filter(({ round }) => round < wrong);
    if (wrong !== undefined) log.error({ round: wrong }, 'beacon: a round is not signed by the chain’s key');
    if (right.length > 0) await table.insertRounds(db, id, right);
    for (const round of right) keep(round.round, randomnessOf(round));
    if (right.length > 0) tell();
    if (wrong !== undefined) await pause(pauses.wrong);
    return right.length > 0;
  };
  const resume = async (id: number) => {
    if (known.size >= maxAhead) return pause(pauses.full);
    if (await readStored(id)) return;
    const newest = roundAt(chain, clock().getTime());
    if (next > newest) return pause(timeOfRound(chain, next) - clock().getTime());
    if (await askOn(id, newest)) silent = 0;
    else await pause(Math.min(pauses.retry * 2 ** Math.max(0, silent++ - 5), pauses.most));
  };
  const follow = async () => {
    const id = await table.chainNumber(db, chain);
    if ((await isOfChain(url, chain, signal)) === false) throw new Error(`the beacon at ${url} is of another chain`);
    while (!signal.aborted) await resume(id);
  };
  log.info({ chain: chain.name, knownToOperator: knownToOperator(chain), round: from }, 'beacon: follows rounds');
  const done = (async () => {
    while (!signal.aborted)
      await follow().catch(async (error) => {
        if (signal.aborted) return;
        note(log, 'beacon', error, 'beacon: begins again');
        await pause(pauses.most);
      });
  })();
  return {
    randomness: (round) => {
      for (const older of known.keys()) {
        if (older >= round) break;
        known.delete(older);
      }
      return known.get(round);
    },
    more: () =>
      new Promise((resolve) => {
        const done = (some: boolean) => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve(some);
        };
        const timer = setTimeout(done, pauses.more, false);
        waiting.add(done);
      }),
    close: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** The beacon's answers for these rounds, up to the first one it does not answer. */
async function askSome(url: string, first: number, last: number, stop: AbortSignal): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let from = first; from <= last; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, last - from + 1) }, (_, i) => from + i);
    const answers = await Promise.all(numbers.map((number) => askRound(url, number, stop)));
    const missing = answers.indexOf(undefined);
    rounds.push(...(answers.slice(0, missing < 0 ? answers.length : missing) as Round[]));
    if (missing >= 0) break;
  }
  return rounds;
}
