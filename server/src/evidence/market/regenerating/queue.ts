import { Worker } from 'node:worker_threads';
import type { Position } from '@glasshouse/protocol/market/synthetic-2';
import { createLruCache } from '../lru-cache.ts';
import { type HourPlan, hashLength, type PositionPlan, type RemadeHour } from './compute.ts';

// One thread regenerates old hours and positions for all callers. The queue is short, so that the last in it is answered before its call times out.
const maxInLine = 8;
const maxOfOne = 2; // so that one caller cannot fill the queue
const maxKept = 32 * 1024 * 1024; // bytes: some four hours of 24 coins
const bytesPerTick = 16 + hashLength;

const hours = createLruCache<RemadeHour>(maxKept, (hour) =>
  [...hour.values()].reduce((sum, { slots }) => sum + slots.length * bytesPerTick, 0),
);
const maxPositions = 1000;
const positions = createLruCache<Position>(maxPositions, () => 1);
const underWay = new Map<string, { for: string; turn: Promise<object | undefined> }>();
let line: Promise<unknown> = Promise.resolve();

type Cache<V extends object> = ReturnType<typeof createLruCache<V>>;
type ReadPlan<P> = () => Promise<P | undefined>;

/** A regenerated hour, or `busy`. `whose` identifies the caller. */
export const remakeInLine = (whose: string, name: string, read: ReadPlan<HourPlan>) =>
  inLine(hours, whose, `hour ${name}`, read);
/** A regenerated position of a coin, or `busy`. */
export const positionInLine = (whose: string, name: string, read: ReadPlan<PositionPlan>) =>
  inLine(positions, whose, `position ${name}`, read);

/**
 * Regenerates a value. `name` identifies all of its input, so that calls for the same value share one run. A call for a new value takes a
 * place in the queue before its rounds are read, and gets `busy` if the queue is full. `read` is called when its turn comes.
 */
async function inLine<V extends object>(
  cache: Cache<V>,
  whose: string,
  name: string,
  read: ReadPlan<HourPlan | PositionPlan>,
) {
  let full = false;
  const made = await cache(name, async () => {
    const making = underWay.get(name)?.turn ?? takePlace(whose, name, read);
    full = making === undefined;
    return making as Promise<V> | undefined;
  });
  return full ? ('busy' as const) : made;
}

function takePlace(whose: string, name: string, read: ReadPlan<HourPlan | PositionPlan>) {
  const own = [...underWay.values()].filter((place) => place.for === whose).length;
  if (underWay.size >= maxInLine || own >= maxOfOne) return undefined;
  const turn = line
    .then(read)
    .then((plan) => plan && inThread(plan))
    .finally(() => underWay.delete(name));
  underWay.set(name, { for: whose, turn });
  line = turn.catch(() => {});
  return turn;
}

async function inThread(plan: HourPlan | PositionPlan): Promise<object> {
  const thread = new Worker(new URL('./thread.ts', import.meta.url));
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', () => reject(new Error('tape regeneration worker exited')));
      thread.postMessage(plan);
    });
  } finally {
    await thread.terminate();
  }
}
