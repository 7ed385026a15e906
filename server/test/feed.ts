import { onTestFinished } from 'vitest';
import { type FeedParts, runFeed } from '#evidence/market/feed.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { openBus } from '#platform/runtime/bus.ts';
import { systemClock } from '#platform/runtime/clock.ts';
import { openSigner } from '#platform/security/signer.ts';
import { openPrices } from './own-prices.ts';
import { newSigningKey } from './signing-key.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

const signer = openSigner(newSigningKey());

/** Runs a feed on a world's database, on the real clock by default. It stops with the test. */
export async function startFeed(world: World, parts: Partial<FeedParts> = {}) {
  const pool = openPool(world.config.FEED_DATABASE_URL!, 3, () => {});
  const bus = openBus(world.config.NATS_URL, world.config.DATABASE_URL, world.log);
  await bus.opened;
  const slots: number[] = [];
  const feed = runFeed({
    db: openDb(pool),
    bus,
    clock: systemClock,
    log: world.log,
    signer,
    source: parts.source ?? (await openPrices()).source,
    historyMinutes: 2,
    onSlot: (slot) => slots.push(slot),
    ...parts,
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await feed.stop();
    await pool.end();
    await bus.close();
  };
  onTestFinished(stop);
  const wrote = (count: number) => until(() => slots.length >= count);
  return { slots, wrote, stop, pool };
}
