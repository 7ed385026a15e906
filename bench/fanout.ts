import { setTimeout as wait } from 'node:timers/promises';
import { msOf } from '../protocol/src/market/tape.ts';
import { startNats } from '../scripts/nats.ts';
import { openLiveClient, openRawClient, quantile } from './tape-clients.ts';
import { benchOrigin, startTapeParts } from './tape-parts.ts';
import type { Flood, Report } from './tape-process.ts';

const symbols = 200;
const clients = Number(process.env.FANOUT_CLIENTS ?? 5000);
const quietSeconds = Number(process.env.FANOUT_SECONDS ?? 30);
const rounds = 16;
const floodMs = 1000;

/**
 * One push process and its clients. Compares the frames per second it delivers at full speed with a loop over bare
 * sockets that sends the same bytes in the same process. Then measures the age of quotes at the clients at the tape's
 * own rate of two frames per second.
 */
export async function benchFanout(): Promise<void> {
  const nats = await startNats();
  const parts = await startTapeParts('glasshouse_bench_fanout', symbols, nats.url);
  const feed = await parts.start('feed');
  let flooded: ((rounds: number) => void) | undefined;
  const push = await parts.start('push', (told: Report) => 'rounds' in told && flooded?.(told.rounds));
  const counts = { raw: 0, live: 0 };
  const ages: number[] = [];
  let quiet = false;
  const heardLive = (kind: string, slot: number) => {
    if (kind === 'flood') counts.live++;
    if (quiet && kind === 'ticks') ages.push(Date.now() - msOf(slot));
  };
  const sockets = [];
  for (let i = 0; i < clients; i += 100) {
    const some = Array.from({ length: Math.min(100, clients - i) }, () => [
      openLiveClient(parts.port, benchOrigin, heardLive),
      openRawClient(parts.port + 1, () => counts.raw++),
    ]);
    sockets.push(...(await Promise.all(some.flat())));
  }
  await wait(3000);

  const flood = async (kind: 'raw' | 'live') => {
    const before = counts[kind];
    const done = new Promise<number>((resolve) => {
      flooded = resolve;
    });
    push.send({ flood: kind, milliseconds: floodMs } satisfies Flood);
    await done;
    await wait(200);
    return (counts[kind] - before) / (floodMs / 1000);
  };
  const [raw, live]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    // Short alternating slices, so that other load on the machine affects both equally.
    const order = round % 2 === 0 ? (['raw', 'live'] as const) : (['live', 'raw'] as const);
    for (const kind of order) (kind === 'raw' ? raw : live).push(await flood(kind));
    if (round % 4 === 3) console.log(`round ${round + 1}: bare ${raw.slice(-4)}/s, live ${live.slice(-4)}/s`);
  }
  quiet = true;
  await wait(quietSeconds * 1000);
  quiet = false;
  for (const socket of sockets) socket.destroy();
  feed.kill('SIGKILL');
  push.kill('SIGKILL');
  await nats.kill();
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const [bare, ours] = [sum(raw) / rounds, sum(live) / rounds];
  const p99 = quantile(ages, 0.99);
  console.log(
    `fanout ratio=${(ours / bare).toFixed(2)} live=${ours.toFixed(0)}/s bare=${bare.toFixed(0)}/s clients=${clients} symbols=${symbols} frames=${ages.length} age_p50=${quantile(ages, 0.5)}ms age_p99=${p99}ms`,
  );
  if (ours / bare < 0.9 || !(p99 < 250)) process.exitCode = 1;
}
