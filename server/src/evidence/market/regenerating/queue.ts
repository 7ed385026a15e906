import { Worker } from 'node:worker_threads';
import type { Position } from '@glasshouse/protocol/market/synthetic-2';
import { createLruCache } from '../lru-cache.ts';
import { type HourPlan, hashLength, type PositionPlan, type RemadeHour } from './compute.ts';

// One thread makes old hours and positions again, whoever asks, and few may wait for it: the last of them is answered before its call is given up.
const maxInLine = 8;
const maxOfOne = 2; // nobody fills the line alone
const maxKept = 32 * 1024 * 1024; // bytes: some four hours of 24 coins
const bytesPerTick = 16 + hashLength;

const keptHours = createLruCache<RemadeHour>(maxKept, (hour) =>
  [...hour.values()].reduce((sum, { slots }) => sum + slots.length * bytesPerTick, 0),
);
const maxPositions = 1000;
const keptPositions = createLruCache<Position>(maxPositions, () => 1);
const underWay = new Map<string, { for: string; turn: Promise<object | undefined> }>();
let line: Promise<unknown> = Promise.resolve();

type Kept<V extends object> = ReturnType<typeof createLruCache<V>>;
type Read<P> = () => Promise<P | undefined>;

/** An hour made again, or `busy`. `whose` says who waits for it. */
export const remakeInLine = (whose: string, name: string, read: Read<HourPlan>) =>
  inLine(keptHours, whose, `hour ${name}`, read);
/** The position of a coin made again, or `busy`. */
export const positionInLine = (whose: string, name: string, read: Read<PositionPlan>) =>
  inLine(keptPositions, whose, `position ${name}`, read);

/**
 * What is made again, by the name of all that it follows from. Many who ask for the same wait for one making; who asks for another one
 * takes a place in the line, before its rounds are read, and is told `busy` where there is none. `read` is called when it is their turn.
 */
async function inLine<V extends object>(
  kept: Kept<V>,
  whose: string,
  name: string,
  read: Read<HourPlan | PositionPlan>,
) {
  let full = false;
  const made = await kept(name, async () => {
    const making = underWay.get(name)?.turn ?? takePlace(whose, name, read);
    full = making === undefined;
    return making as Promise<V> | undefined;
  });
  return full ? ('busy' as const) : made;
}

function takePlace(whose: string, name: string, read: Read<HourPlan | PositionPlan>) {
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
