import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveFrame } from '../protocol/src/market/live.ts';

// Honest clients in a separate process, so that their latency is that of the servers and not of the drill.
export type Honest = { asked: number; lost: string[]; slowest: number; ticks: number; silence: number };
type Addresses = { api: string; office: string; live: string; cookie: string };

const { api, office, live, cookie } = JSON.parse(process.argv[2]!) as Addresses;
const answerWithin = 10_000;
const longestSilence = 8000;
const kept = new Agent({ keepAlive: true });

const found: Honest = { asked: 0, lost: [], slowest: 0, ticks: 0, silence: 0 };
let stopped = false;
let measuring = false;
const lose = (what: string) => {
  if (measuring) found.lost.push(what);
};

type Call = { url: string; body?: object; right: (text: string) => boolean };
const ask = ({ url, body, right }: Call, agent: Agent | undefined) =>
  new Promise<void>((resolve) => {
    const began = performance.now();
    const { origin } = new URL(url);
    const headers = {
      cookie: `XSRF-TOKEN=honest; ${cookie}`,
      'x-xsrf-token': 'honest',
      'content-type': 'application/json',
      origin,
    };
    const method = body ? 'POST' : 'GET';
    const done = (fault?: string) => {
      clearTimeout(late);
      found.asked++;
      if (measuring) found.slowest = Math.max(found.slowest, performance.now() - began);
      if (fault) lose(`${url}: ${fault}`);
      resolve();
    };
    const call = request(url, { method, headers, agent: agent ?? false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => done(right(text) ? undefined : `${response.statusCode} ${text.slice(0, 200)}`));
      response.on('error', (error) => done(error.message));
    });
    const late = setTimeout(() => call.destroy(new Error('no answer')), answerWithin);
    call.on('error', (error) => done(error.message));
    call.end(body ? JSON.stringify(body) : undefined);
  });

/** Sends requests all the time, alternating between a persistent connection and new ones. */
async function keepAsking(call: Call): Promise<void> {
  for (let turn = 0; !stopped; turn++) {
    await ask(call, turn % 2 === 0 ? kept : undefined);
    await wait(150);
  }
}

function keepListening(): void {
  let last = performance.now();
  const open = () => {
    const socket = new WebSocket(live, { headers: { origin: api } } as never);
    socket.onopen = () => socket.send(JSON.stringify({ op: 'watch', watch: { topic: 'quotes' } }));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as LiveFrame;
      if (frame.kind !== 'ticks') return;
      found.ticks++;
      last = performance.now();
    };
    socket.onclose = () => {
      if (stopped) return;
      lose('live: closed');
      setTimeout(open, 500);
    };
  };
  open();
  setInterval(() => {
    const silence = performance.now() - last;
    if (measuring) found.silence = Math.max(found.silence, silence);
    if (stopped || silence < longestSilence) return;
    lose('live: no tick');
    last = performance.now();
  }, 100);
}

const accepted = (text: string) => text.includes('"code":200');
const calls: Call[] = [
  { url: `${api}/index/site/getsite`, right: accepted },
  { url: `${api}/index/user/getuser`, body: {}, right: accepted },
  { url: `${office}/docs/openapi.json`, right: (text) => text.includes('/office/session/login') },
  { url: `${office}/office/session/show`, body: {}, right: (text) => text.includes('"code":') },
];
keepListening();
const all = Promise.all(calls.map(keepAsking));
process.on('message', async (word) => {
  if (word === 'measure') measuring = true;
  if (word !== 'stop') return;
  stopped = true;
  await all;
  process.send!(found, () => process.exit(0));
});
