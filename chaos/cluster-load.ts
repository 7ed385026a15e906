import { setTimeout as wait } from 'node:timers/promises';
import { transfer } from '../protocol/src/assets/calls.ts';
import { openContract } from '../protocol/src/contracts/calls.ts';
import type { Endpoint } from '../protocol/src/endpoint.ts';
import { coinSymbols } from '../protocol/src/money.ts';
import { buyOption, quoteOption } from '../protocol/src/options/calls.ts';
import { trade } from '../protocol/src/spot/calls.ts';
import { openBrowser } from '../scripts/browser.ts';
import { newId } from '../server/src/platform/ids.ts';
import type { Call, Jar } from '../server/test/browser.ts';
import { takingOf } from '../server/test/option-input.ts';
import { registerUser } from './http-user.ts';
import { pick, type Random } from './random.ts';
import { type Answered, periods, returnBp } from './settle-acts.ts';

// People who trade through the proxies of three machines. Whoever gets no answer asks again for the same thing, at the next door: as an app does.
const people = 10;
const giveUpAfter = 90_000;
const spreadBp = 10;

export type Load = {
  answered: Answered & { transfer: Set<string> };
  /** When each of them was answered, by this machine's clock, what was said, and who was told. */
  answers: Map<string, { at: number; data: unknown; call: Call }>;
  /** When something was last taken, and how long nothing was since the last time this was asked. */
  gap: () => number;
  stop: () => Promise<void>;
};

/** No answer, or one that says it is a bad moment, is no answer. */
type Said = { code: number; msg: string; data: unknown };
const isAnswer = (said: Said | undefined): said is Said => said !== undefined && said.code < 500 && said.code !== 429;

/** Ten people of their own for each `crowd`. */
export async function startPeople(doors: string[], ops: string, random: Random, crowd = 0): Promise<Load> {
  const answered: Load['answered'] = {
    ...{ contract: new Set(), option: new Set(), spot: new Set(), transfer: new Set(), sold: new Map() },
  };
  const answers: Load['answers'] = new Map();
  let newest = performance.now();
  let longest = 0;
  const taken = (into: Set<string>, id: string, data: unknown, call: Call) => {
    into.add(id);
    answers.set(id, { at: Date.now(), data, call });
    longest = Math.max(longest, performance.now() - newest);
    newest = performance.now();
  };
  let stopped = false;

  const personAt = async (place: number) => {
    const { jar } = await registerUser(doors[0]!, ops, `+861390000${String(crowd * people + place).padStart(4, '0')}`);
    const calls = doors.map((door) => openBrowser(door, new Map(jar) as Jar).call);
    let door = place % doors.length;
    /** Remembers what was taken. */
    const note = (into: Set<string>, id: string, said: Said | undefined) => {
      if (said?.code === 200) taken(into, id, said.data, calls[door]!);
    };
    /** The same thing until there is an answer. */
    const ask = async <E extends Endpoint>(
      endpoint: E,
      body: Parameters<(typeof calls)[0]>[1],
    ): Promise<Said | undefined> => {
      const until = performance.now() + giveUpAfter;
      while (performance.now() < until) {
        const said = (await calls[door]!(endpoint, body as never).catch(() => undefined)) as Said | undefined;
        if (isAnswer(said)) return said;
        door = (door + 1) % doors.length;
        await wait(100 + random() * 200);
      }
      return undefined;
    };
    const move = async (from: string, to: string, amount: string) => {
      const id = newId();
      note(answered.transfer, id, await ask(transfer, { id, from, to, amount } as never));
    };
    await move('fund', 'contract', '4000');
    await move('fund', 'options', '2000');
    await move('fund', 'spot', '2000');
    const acts = [
      async () => {
        const id = newId();
        const symbol = pick(random, coinSymbols);
        const order = {
          id,
          symbol,
          direction: pick(random, ['long', 'short'] as const),
          seconds: pick(random, periods),
          stake: '2',
          returnBp,
        };
        note(answered.contract, id, await ask(openContract, order as never));
      },
      async () => {
        const id = newId();
        const order = { id, symbol: 'BTC', side: 'buy', given: '5', spreadBp };
        note(answered.spot, id, await ask(trade, order as never));
      },
      async () => {
        const quoted = await ask(quoteOption, { symbol: 'BTC', seconds: 60, size: '0.01' } as never);
        if (quoted?.code !== 200) return;
        const id = newId();
        const quotes = quoted.data as Record<'call' | 'put', Parameters<typeof takingOf>[0]>;
        const input = takingOf(quotes[pick(random, ['call', 'put'] as const)], id);
        note(answered.option, id, await ask(buyOption, input as never));
      },
      () => (random() < 0.5 ? move('contract', 'fund', '1') : move('fund', 'contract', '1')),
    ];
    return async () => {
      while (!stopped) {
        const drawn = random();
        await acts[drawn < 0.5 ? 0 : drawn < 0.65 ? 1 : drawn < 0.8 ? 2 : 3]!();
        await wait(400 + random() * 800);
      }
    };
  };
  const live: (() => Promise<void>)[] = [];
  for (let place = 0; place < people; place++) live.push(await personAt(place));
  const all = Promise.all(live.map((person) => person()));
  return {
    answered,
    answers,
    gap: () => {
      const since = Math.max(longest, performance.now() - newest);
      longest = 0;
      return since / 1000;
    },
    stop: async () => {
      stopped = true;
      await all;
    },
  };
}
