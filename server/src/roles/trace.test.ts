import { openContract } from '@glasshouse/protocol/contracts/calls';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { cookiesOf, headersOf } from '../../test/browser.ts';
import { openCollector, type Span } from '../../test/collector.ts';
import { orderIdAt } from '../../test/order-id.ts';
import { freePort, start } from '../../test/process.ts';
import { beaconFor, filesFor, newSecret, newSigningKey } from '../../test/signing-key.ts';
import { newWorld, type World } from '../../test/world.ts';

// Processes start slowly while many tests run at once.

/** The roles of a trade, each in its own process, and a running tape. */
async function openRoles(world: World, traces: Record<string, string>) {
  const [http, live] = [await freePort(), await freePort()];
  const common = {
    DATABASE_URL: world.config.DATABASE_URL,
    NATS_URL: world.config.NATS_URL,
    ORIGINS: `http://127.0.0.1:${http}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'x@y.example',
  };
  const run = async (roles: string[], environment: Record<string, string>) => {
    const ops = String(await freePort());
    const process = await start('main.ts', roles, { ...common, ...environment, OPS_PORT: ops });
    await process.said('"started"');
    return process;
  };
  const started = await Promise.all([
    run(['beacon', 'feed'], {
      FEED_DATABASE_URL: world.config.FEED_DATABASE_URL!,
      TAPE_SIGNING_KEY: newSigningKey(),
      TAPE_HISTORY_MINUTES: '1',
      ...beaconFor(await freePort()),
    }),
    run(['api'], {
      ...traces,
      ...filesFor(world.config.FILES_DIRECTORY),
      SLIP_SIGNING_KEY: newSigningKey(),
      FACTOR_SECRET: newSecret(),
      HTTP_PORT: String(http),
    }),
    run(['settle'], { ...traces, SETTLE_DATABASE_URL: world.config.SETTLE_DATABASE_URL! }),
    run(['push'], { ...traces, LIVE_PORT: String(live) }),
  ]);
  return { started, url: common.ORIGINS, live: `ws://127.0.0.1:${live}/live` };
}

type Person = Awaited<ReturnType<World['person']>>;
/** A person's events from the socket, once it is subscribed. */
async function listen(url: string, origin: string, { jar }: Person): Promise<string[]> {
  const frames: string[] = [];
  const socket = new WebSocket(url, { origin, headers: { cookie: cookiesOf(jar) } });
  onTestFinished(() => socket.terminate());
  socket.on('message', (data) => void frames.push(data.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ op: 'watch', watch: { topic: 'events' } }));
  await expect.poll(() => frames.some((frame) => frame.includes('"listening"')), { timeout: 20_000 }).toBe(true);
  return frames;
}

/** A span and its ancestors, the root first. */
function wayTo(span: Span, spans: readonly Span[]): Span[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [...wayTo(parent, spans), span] : [span];
}

test('an order is one trace from the tap through its posting to the socket, over three processes, without personal data', async () => {
  const world = await newWorld({ now: new Date() });
  const collector = await openCollector();
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    select '{1}', '{8200}', min_stake, max_stake, max_open, rule from contract_terms order by version desc limit 1`.execute(
    world.owner,
  );
  const ann = await world.person();
  await world.give(ann, 'contract', 'USDT', 1_000_000_000n);
  const traces = { TRACES_URL: collector.url, TRACES_RATIO: '1' };
  const { started, url, live } = await openRoles(world, traces);
  const frames = await listen(live, url, ann);

  const id = orderIdAt(new Date());
  const ask = async () => {
    const body = { id, symbol: 'BTC', direction: 'long', seconds: 1, stake: '123.456789', returnBp: 8200 };
    const headers = { ...headersOf(ann.jar, url), 'content-type': 'application/json' };
    const answer = await fetch(url + openContract.path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { code: number };
  };
  await expect.poll(ask, { timeout: 20_000, interval: 500 }).toMatchObject({ code: 200 }); // the tape has begun
  await expect.poll(() => frames.some((frame) => frame.includes(id)), { timeout: 30_000 }).toBe(true);

  const sent = () => collector.spans.find(({ name }) => name === 'live.send');
  await expect.poll(sent, { timeout: 20_000 }).toBeDefined();
  const way = () => wayTo(sent()!, collector.spans).map(({ service, name }) => `${service}: ${name}`);
  await expect
    .poll(way, { timeout: 20_000 })
    .toEqual([
      'api: POST /index/contract/open',
      'api: orders.commit',
      'api: bus.publish traced',
      'settle: bus.hear traced',
      'settle: orders.settle',
      'settle: bus.publish user',
      'push: bus.hear user',
      'push: live.send',
    ]);
  const spans = wayTo(sent()!, collector.spans);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const began = spans.map(({ startTimeUnixNano }) => BigInt(startTimeUnixNano) / 1_000_000n);
  expect(began).toEqual(began.toSorted((a, b) => Number(a - b)));
  expect(spans[0]!.attributes).toMatchObject({ 'http.route': openContract.path, 'glasshouse.code': 200 });
  expect(spans[1]!.attributes).toEqual({ product: 'contract', orders: 1 });
  expect(spans.at(-1)!.attributes).toEqual({ clients: 1 });

  // The remaining spans are sent when a process stops.
  for (const role of started) await role.stop();
  const text = collector.text();
  const secrets = [id, ann.phone, ann.phone.slice(1), '123.456', '123456789', String(ann.number)];
  for (const secret of [...secrets, ...ann.jar.values()]) expect(text).not.toContain(`"${secret}`);
  for (const secret of [id, ann.phone, '123456789']) expect(text).not.toContain(secret);
});
