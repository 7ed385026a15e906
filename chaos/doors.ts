import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openBrowser } from '../scripts/browser.ts';
import { firstOwner } from '../scripts/demo-operators.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { appRole, feedRole, officeRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { cookiesOf } from '../server/test/browser.ts';
import { forkChild, isEnding, startChild, stopChild } from '../server/test/child.ts';
import { followLink } from '../server/test/operators.ts';
import { beaconFor, filesFor, newSigningKey } from '../server/test/signing-key.ts';
import { attack, type Call, type Door } from './doors-attacks.ts';
import type { Honest } from './doors-honest.ts';
import { registerUser } from './http-user.ts';
import { seeded } from './random.ts';

// Hostile clients attack api, push and office while honest clients use them. Servers must stay up, honest requests must
// be answered quickly, and memory must stay bounded.
const database = 'glasshouse_chaos_doors';
const lasts = Number(process.env.DOORS_SECONDS ?? 60);
const seed = Number(process.env.SEED ?? 20261115);
const maxMemory = 700; // MB of one process
const slowestAnswer = 5000; // ms that an honest request may take
const maxLeft = 40; // maximum connections of all servers after the attack

type Server = { name: string; child: ChildProcess; ops: string };

/** Memory, survived faults and open connections of each process, and the number of processes that did not answer in time. */
async function look(servers: readonly Server[]) {
  let [rss, faults, open, silent] = [0, 0, 0, 0];
  for (const { ops } of servers) {
    const text = await fetch(`${ops}/metrics`, { signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.text(),
      () => '',
    );
    if (!text) silent++;
    open += Number(/^glasshouse_connections (\d+)/m.exec(text)?.[1] ?? 0);
    rss = Math.max(rss, Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1e6);
    for (const [, count] of text.matchAll(/^glasshouse_faults_total\{.*\} (\d+)/gm)) faults += Number(count);
  }
  return { rss, faults, open, silent };
}

/** The connections that remain after the servers had some seconds to close unused ones. */
async function leftOpen(servers: readonly Server[]): Promise<number> {
  let { open } = await look(servers);
  for (let i = 0; i < 10 && open > maxLeft; i++) {
    await wait(500);
    open = (await look(servers)).open;
  }
  return open;
}

type Described = {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: { properties?: object } }> } }>
  >;
};
/** Every call of a server, from its own API reference. */
async function callsOf(url: string): Promise<Call[]> {
  const { paths } = (await (await fetch(`${url}/docs/openapi.json`)).json()) as Described;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return { path, method: method.toUpperCase(), names: Object.keys(schema?.properties ?? {}) };
    }),
  );
}

/** Prints one line at the end: `doors crashed=0 lost=0 requests=N rss_mb=M ...`. */
export async function drillDoors(): Promise<void> {
  await prepareDatabase(database);
  const [first, second, third, fourth] = [await freePorts(), await freePorts(), await freePorts(), await freePorts()];
  const [api, office] = [`http://127.0.0.1:${first}`, `http://localhost:${third}`];
  const env = (ops: number) => ({
    PATH: process.env.PATH,
    ADMIN_DATABASE_URL: process.env.ADMIN_DATABASE_URL,
    DATABASE_URL: urlFor(database, appRole),
    FEED_DATABASE_URL: urlFor(database, feedRole),
    OFFICE_DATABASE_URL: urlFor(database, officeRole),
    OFFICE_PORT: String(third),
    OFFICE_ORIGINS: office,
    OFFICE_SECRET: secret,
    FACTOR_SECRET: secret,
    TAPE_SIGNING_KEY: tapeKey,
    ...beacon,
    SLIP_SIGNING_KEY: slipKey,
    ...files,
    TAPE_HISTORY_MINUTES: '2',
    NATS_URL: process.env.NATS_URL ?? 'nats://127.0.0.1:4222',
    HTTP_PORT: String(first),
    LIVE_PORT: String(second),
    // Few, so that the limit is reached.
    HTTP_CONNECTIONS: '1000',
    OPS_PORT: String(ops),
    ORIGINS: api,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'drill@glasshouse.example',
    LOG_LEVEL: 'error',
    DEVELOPMENT: '1',
  });
  const files = filesFor('artifacts/files-doors');
  const beacon = beaconFor(fourth + 1);
  const [secret, tapeKey, slipKey] = [randomBytes(32).toString('base64'), newSigningKey(), newSigningKey()];
  let over = false;
  let crashed = 0;
  const start = (name: string, ops: number, ...more: string[]): Server => {
    const child = startChild(process.execPath, ['server/src/main.ts', name, ...more], {
      cwd: root,
      env: env(ops),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('exit', (code, signal) => {
      if (over || isEnding()) return;
      crashed++;
      console.log(`${name} ended: ${signal ?? code}`);
    });
    return { name, child, ops: `http://127.0.0.1:${ops}` };
  };
  const servers = [
    start('api', first + 1, 'worker'),
    start('push', second + 1),
    start('office', third + 1),
    start('feed', fourth, 'beacon'),
  ];
  let honest: ChildProcess | undefined;
  try {
    for (const { ops } of servers) await ready(`${ops}/readyz`);
    const users = [
      await registerUser(api, servers[0]!.ops, '+8613800138001'),
      await registerUser(api, servers[0]!.ops, '+8613800138002'),
    ];
    const owner = openBrowser(office);
    const link = await firstOwner(env(0), 'Olga Owner', 'owner@office.example');
    await followLink(owner.call, link, new Date());
    const doors: Door[] = [
      { name: 'api', port: first, origin: api, calls: await callsOf(api), cookie: cookiesOf(users[1]!.jar) },
      { name: 'office', port: third, origin: office, calls: await callsOf(office), cookie: cookiesOf(owner.jar) },
    ];
    const live: Door = { name: 'push', port: second, origin: api, calls: [], cookie: '' };
    const told = { api, office, live: `ws://127.0.0.1:${second}/live`, cookie: cookiesOf(users[0]!.jar) };
    honest = forkChild(new URL('doors-honest.ts', import.meta.url).pathname, [JSON.stringify(told)]);
    await wait(3000);
    honest.send('measure');
    const strangers = attack(doors, live, seeded(seed));
    let [rss, silent] = [0, 0];
    const until = performance.now() + lasts * 1000;
    for (let turn = 1; performance.now() < until && crashed === 0; turn++) {
      await wait(1000);
      const seen = await look(servers);
      rss = Math.max(rss, seen.rss);
      silent += seen.silent;
      if (turn % 10 === 0) console.log(`${strangers.counts.requests} requests so far, ${rss.toFixed(0)} MB`);
    }
    const found = await new Promise<Honest>((resolve) => {
      honest!.once('message', (message) => resolve(message as Honest));
      honest!.send('stop');
    });
    await strangers.stop();
    const open = await leftOpen(servers);
    strangers.leave();
    const { faults } = await look(servers);
    over = true;
    const { requests, stuck, failed, cut } = strangers.counts;
    for (const line of [...found.lost, ...stuck, ...failed].slice(0, 20)) console.log(line);
    const { asked, lost, slowest, ticks, silence } = found;
    console.log(
      `seed=${seed} seconds=${lasts} honest answers=${asked} ticks=${ticks} longest without a tick=${(silence / 1000).toFixed(1)}s`,
    );
    console.log(
      `doors crashed=${crashed} lost=${lost.length} requests=${requests} rss_mb=${rss.toFixed(0)} open=${open} silent=${silent} faults=${faults} failed=${failed.length} stuck=${stuck.length} cut=${cut} honest=${asked} slowest_ms=${slowest.toFixed(0)}`,
    );
    const bad = crashed + lost.length + faults + failed.length + stuck.length + silent;
    // Silent connections must have been closed by then, or servers would run out of connections.
    const bounded = rss < maxMemory && open <= maxLeft && slowest < slowestAnswer && (cut > 0 || lasts < 60);
    if (bad > 0 || !bounded || asked === 0 || ticks === 0) process.exitCode = 1;
  } finally {
    over = true;
    honest?.kill('SIGKILL');
    await Promise.all(servers.map(({ child }) => stopChild(child)));
  }
}
