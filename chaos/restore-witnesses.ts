import { setTimeout as wait } from 'node:timers/promises';
import { coinBySymbol, formatPrice } from '../protocol/src/market/coins.ts';
import { showLog } from '../protocol/src/publiclog/calls.ts';
import { readHead } from '../protocol/src/publiclog/checkpoint.ts';
import { readKey, readNote } from '../protocol/src/publiclog/note.ts';
import { openBrowser } from '../scripts/browser.ts';
import type { Db } from '../server/src/platform/database/db.ts';
import { getFrom } from '../verify/src/watch/site.ts';
import { openWatch } from '../verify/src/watch/watch.ts';
import type { Site } from './restore-site.ts';
import type { TapeClient } from './tape-clients.ts';

// Clients that observed the site before the disaster and check it afterwards.

/** Alarms about a rewritten history. Lateness is not one of them, because the site was down. */
const ofThePast = new Set([
  'fork',
  'signature',
  'leaf changed',
  'tape rewritten',
  'operators rewritten',
  'day changed',
  'totals wrong',
]);

/** Monitors the public log like `glasshouse-verify watch`, and can be paused. */
export async function startWatcher({ door, env }: Site) {
  const { data } = await openBrowser(door).call(showLog, {});
  const alarms: string[] = [];
  const watching = await openWatch({
    ...{ get: getFrom(door), key: (await readKey(data.key!))!, witnesses: [], clock: () => Date.now() },
    beacons: [env.BEACON_KEY],
    say: ({ name, says }) => {
      if (ofThePast.has(name)) alarms.push(`${name}: ${says}`);
    },
    keep: async () => {},
  });
  let [looking, ended] = [true, false];
  let turn = Promise.resolve();
  const all = (async () => {
    for (; !ended; await wait(500)) {
      if (looking) turn = watching.look();
      await turn;
    }
  })();
  return {
    alarms,
    /** The number of leaves in the newest checkpoint it saw. */
    size: () => readHead(readNote(watching.memory()?.checkpoint ?? '')?.text ?? '')?.size ?? 0,
    lookAway: async () => {
      looking = false;
      await turn;
    },
    lookAgain: () => {
      looking = true;
    },
    stop: async () => {
      ended = true;
      await all;
    },
  };
}
export type Watcher = Awaited<ReturnType<typeof startWatcher>>;

/** Ticks that a client received, and that the tape now lacks or has with another price. */
export async function judgeReceived(db: Db, { heard, changed }: TapeClient): Promise<{ heard: number; wrong: number }> {
  const told = [...heard]; // later ticks may not be readable yet
  const ticks = await db.selectFrom('tick').select(['symbol', 'slot', 'price']).execute();
  const stored = new Map(ticks.map(({ symbol, slot, price }) => [`${symbol} ${slot}`, price]));
  let wrong = changed.length;
  for (const [key, price] of told) {
    const [symbol, slot] = key.split(' ');
    const coin = coinBySymbol(symbol!)!;
    const kept = stored.get(`${coin.id} ${slot}`);
    if (kept === undefined || formatPrice(kept, coin.decimals) !== price) wrong++;
  }
  return { heard: told.length, wrong };
}
