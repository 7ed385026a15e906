import { setTimeout as wait } from 'node:timers/promises';
import { transfer } from '../protocol/src/assets/calls.ts';
import { openContract } from '../protocol/src/contracts/calls.ts';
import { coinSymbols } from '../protocol/src/money.ts';
import { trade } from '../protocol/src/spot/calls.ts';
import { openBrowser } from '../scripts/browser.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import type { Call, Jar } from '../server/test/browser.ts';
import { registerUser } from './http-user.ts';
import { type OptionCalls, optionActs } from './people-options.ts';
import type { Envelope, Person } from './person.ts';
import { pick, type Random } from './random.ts';
import { type AnsweredOrders, periods, returnBp } from './settle-acts.ts';

// Users who trade through the proxies of several machines. Without a response, they retry the same request at the next
// proxy, as the app does.
const giveUpAfter = 90_000;
const spreadBp = 10;

export type Load = {
  answered: AnsweredOrders & { transfer: Set<string> };
  /** For each confirmed request: the time by this machine's clock, the response, and the user's client. */
  answers: Map<string, { at: number; data: unknown; call: Call }>;
  /** When each option was sold back, by this machine's clock. */
  soldAt: Map<string, number>;
  /** The number of refusals by reason, and of requests without a response (`no answer`). */
  refused: Map<string, number>;
  /** The number of retried requests. */
  again: () => number;
  /** The time of the last confirmed request, and the longest time without one since the previous call. */
  gap: () => number;
  /** Runs a function for each user. */
  each: <T>(act: (person: Person) => Promise<T>) => Promise<T[]>;
  stop: () => Promise<void>;
};
export type People = {
  doors: string[];
  ops: string[];
  random: Random;
  people: number;
  /** The beginning of their phone numbers, before four digits. */
  phones: string;
  /** Maximum attempts of one request. */
  asks?: number;
  options?: OptionCalls;
};

/** A missing response, or one that reports a temporary failure, does not count. */
const isAnswer = (said: Envelope | undefined): said is Envelope =>
  said !== undefined && said.code < 500 && said.code !== 429;

export async function startPeople(given: People): Promise<Load> {
  const { doors, ops, random, people, phones, asks = Number.POSITIVE_INFINITY } = given;
  const answered: Load['answered'] = {
    ...{ contract: new Set(), option: new Set(), spot: new Set(), transfer: new Set(), sold: new Map() },
  };
  const answers: Load['answers'] = new Map();
  const soldAt: Load['soldAt'] = new Map();
  const refused = new Map<string, number>();
  const note = (reason: string) => refused.set(reason, (refused.get(reason) ?? 0) + 1);
  let newest = performance.now();
  let [longest, again] = [0, 0];
  let stopped = false;

  const personAt = async (place: number): Promise<Person> => {
    const { jar } = await registerUser(doors[0]!, ops, `${phones}${String(place).padStart(4, '0')}`);
    const calls = doors.map((door) => openBrowser(door, new Map(jar) as Jar).call);
    let door = place % doors.length;
    const own: Person['own'] = { contract: [], option: [], spot: [], transfer: [] };
    /** Repeats the same request until there is a response. */
    const answerTo: Person['ask'] = async (endpoint, body) => {
      const until = performance.now() + giveUpAfter;
      for (let asked = 0; asked < asks && performance.now() < until; asked++) {
        if (asked > 0) {
          again++;
          await wait(100 + random() * 200);
        }
        const said = (await calls[door]!(endpoint, body as never).catch(() => undefined)) as Envelope | undefined;
        if (isAnswer(said)) return said;
        door = (door + 1) % doors.length;
      }
      return undefined;
    };
    const ask: Person['ask'] = async (endpoint, body) => {
      const said = await answerTo(endpoint, body);
      if (said?.code === 200) return said;
      const { reason = said ? String(said.code) : 'no answer' } = (said?.data ?? {}) as { reason?: string };
      note(reason);
      return said;
    };
    const taken: Person['taken'] = (product, id, data) => {
      answered[product].add(id);
      answers.set(id, { at: Date.now(), data, call: calls[door]! });
      own[product].push(id);
      longest = Math.max(longest, performance.now() - newest);
      newest = performance.now();
    };
    const sold: Person['sold'] = (id, payout) => {
      answered.sold.set(id, payout);
      soldAt.set(id, Date.now());
    };
    return { random, ask, note, taken, sold, own };
  };
  const all: Person[] = [];
  for (let place = 0; place < people; place++) all.push(await personAt(place));
  const ended = Promise.all(all.map((person) => live(person, () => stopped, given.options)));
  return {
    answered,
    answers,
    soldAt,
    refused,
    again: () => again,
    gap: () => {
      const since = Math.max(longest, performance.now() - newest);
      longest = 0;
      return since / 1000;
    },
    each: (act) => Promise.all(all.map(act)),
    stop: async () => {
      stopped = true;
      await ended;
    },
  };
}

/** One user's actions until stopped. */
async function live(person: Person, isOver: () => boolean, options?: OptionCalls): Promise<void> {
  const { random, ask, taken } = person;
  const note = (product: 'contract' | 'spot' | 'transfer', id: string, said: Envelope | undefined) => {
    if (said?.code === 200) taken(product, id, said.data);
  };
  const move = async (from: string, to: string, amount: string) => {
    const id = newId();
    note('transfer', id, await ask(transfer, { id, from, to, amount }));
  };
  await move('fund', 'contract', '4000');
  await move('fund', 'options', '2000');
  await move('fund', 'spot', '2000');
  const option = optionActs(person, options);
  const acts = [
    async () => {
      const direction = pick(random, ['long', 'short'] as const);
      const order = { id: newId(), symbol: pick(random, coinSymbols), direction, seconds: pick(random, periods) };
      note('contract', order.id, await ask(openContract, { ...order, stake: '2', returnBp }));
    },
    async () => {
      const id = newId();
      const order = { id, symbol: 'BTC', side: 'buy', given: '5', spreadBp };
      note('spot', id, await ask(trade, order));
    },
    option,
    () => (random() < 0.5 ? move('contract', 'fund', '1') : move('fund', 'contract', '1')),
  ];
  while (!isOver()) {
    const drawn = random();
    await acts[drawn < 0.5 ? 0 : drawn < 0.65 ? 1 : drawn < 0.8 ? 2 : 3]!();
    await wait(400 + random() * 800);
  }
}
