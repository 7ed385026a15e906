import { randomBytes } from 'node:crypto';
import { coins } from '@glasshouse/protocol/market/coins';
import type { DayPlan } from '@glasshouse/protocol/market/synthetic';
import { dayBytes, planBytes } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { chainOfSecret, openLocalBeacon } from '#evidence/beacon/local.ts';
import type { Planner } from '#evidence/market/days.ts';
import type { SeedKeys } from '#evidence/market/seed-seal.ts';
import { systemClock } from '#platform/runtime/clock.ts';
import { sha } from '#platform/security/signer.ts';
import type { openTape } from './tape.ts';

type Tape = Awaited<ReturnType<typeof openTape>>;
export const testSecret = new Uint8Array(32).fill(5);
const seedKeys: SeedKeys = [Buffer.alloc(32, 6)];
export const testChain = chainOfSecret(testSecret);

/** The parts needed to plan days on a tape. */
export const plannerOf = ({ db, tape }: Tape): Planner => ({
  db,
  key: tape.key,
  signer: tape.signer,
  seedKeys,
  chain: testChain,
});

/** A local beacon for a feed, on the real clock by default. It can be stopped and restarted. */
export async function openPrices(secret = testSecret, clock = systemClock) {
  const open = (port: number) => openLocalBeacon({ secret, clock, host: '127.0.0.1', port });
  let beacon = await open(0);
  const { url: beaconUrl } = beacon;
  onTestFinished(() => beacon.close());
  return {
    source: { seedKeys, chain: beacon.chain, urlOf: () => beaconUrl },
    away: () => beacon.close(),
    back: async () => {
      beacon = await open(Number(new URL(beaconUrl).port));
    },
  };
}

/** A day as version 1 planned it, with its seed unsealed. */
export async function planOldDay({ db, tape }: Tape, day: number, now: number): Promise<DayPlan> {
  const seed = randomBytes(32);
  const opens = coins.map(({ id, start }) => ({ symbol: id, price: start }));
  const commitment = sha(planBytes(day, seed, opens));
  const signature = tape.signer.sign(dayBytes(day, commitment, now));
  await sql`
    insert into tape_day (day, version, commitment, announced_slot, key, signature)
    values (${day}, 1, ${commitment}, ${now}, ${tape.key}, ${signature})`.execute(db);
  await sql`
    insert into tape_plan (day, seed, symbols, opens)
    values (${day}, ${seed}, ${opens.map((o) => o.symbol)}, ${opens.map((o) => o.price)})`.execute(db);
  return { day, seed, opens };
}
