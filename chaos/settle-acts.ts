import { setTimeout as wait } from 'node:timers/promises';
import { coinBySymbol } from '../protocol/src/market/coins.ts';
import { type CoinSymbol, coinSymbols, formatUnits } from '../protocol/src/money.ts';
import { buyOption, sellOption } from '../protocol/src/options/calls.ts';
import { receivedFor } from '../protocol/src/spot/settle.ts';
import { latestPrices } from '../server/src/evidence/market/market.ts';
import { type Db, inTx, step, type Tx } from '../server/src/platform/database/db.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import type { Result } from '../server/src/platform/http/result.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import type { Signer } from '../server/src/platform/security/signer.ts';
import { createOpener as contractOpener } from '../server/src/trading/contracts/contracts.ts';
import * as options from '../server/src/trading/options/options.ts';
import { createOpener as spotOpener } from '../server/src/trading/spot/spot.ts';
import { takingOf } from '../server/test/option-input.ts';
import { pick, type Random } from './random.ts';

// The actions of the drill's users. They open contracts, buy and sell coins, buy options that begin at the tap or end
// at a full hour, and sell some of the options back. All use the site's openers.

export const users = 40n;
export const periods = [1, 2, 3, 5, 10];
export const returnBp = 8200;
/** The terms under which contracts are opened in a drill. */
export const insertTerms = `insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
  values ('{${periods}}', '{${periods.map(() => returnBp)}}', 1000000, 100000000, 10000000000)`;
const callers = 16;
const flash = 60; // seconds: the shortest life, so that these options end during the drill
const spreadBp = 10;
const maxBought = 500;

/** The confirmed orders by product, and the prices at which options were sold back. */
export type AnsweredOrders = Record<'contract' | 'option' | 'spot', Set<string>> & { sold: Map<string, string> };

/** Repeats the same request until there is a response. */
async function again<T>(ask: () => Promise<Result<T, unknown>>): Promise<T | undefined> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer.ok ? answer.value : undefined;
    await wait(50);
  }
  return undefined;
}

type ActContext = { db: Db; signer: Signer; random: Random; answered: AnsweredOrders };
type Act = () => Promise<void>;

const anyone = (random: Random) => 1n + BigInt(Math.floor(random() * Number(users)));
/** A random amount in whole USDT within a range. */
const between = (random: Random, least: number, most: number) =>
  BigInt(Math.floor(least + random() * (most - least))) * 1_000_000n;
/** The amount of a coin that is worth this much USDT at the newest price. */
async function coinsFor(db: Db, symbol: CoinSymbol, usdt: bigint): Promise<bigint> {
  const { price } = (await latestPrices(db)).get(symbol)!;
  return receivedFor({ symbol: coinBySymbol(symbol)!.id, side: 'buy', given: usdt, spreadBp: 0 }, price);
}

function contractAct({ db, signer, random, answered }: ActContext): Act {
  const opener = contractOpener({ db, clock: systemClock, signer });
  return async () => {
    const terms = { symbol: pick(random, coinSymbols), direction: pick(random, ['long', 'short'] as const), returnBp };
    const input = { id: newId(), ...terms, seconds: pick(random, periods), stake: between(random, 1, 20) };
    const owner = anyone(random);
    if (await again(() => opener.open(owner, input))) answered.contract.add(input.id);
  };
}

/** Buys coins, and sometimes sells half of an earlier purchase. */
function coinAct({ db, signer, random, answered }: ActContext): Act {
  const opener = spotOpener({ db, clock: systemClock, signer });
  const held: { owner: bigint; symbol: CoinSymbol; usdt: bigint }[] = [];
  return async () => {
    const sold = random() < 0.4 ? held.shift() : undefined;
    const bought = { owner: anyone(random), symbol: pick(random, coinSymbols), usdt: between(random, 5, 200) };
    const { owner, symbol, usdt } = sold ?? bought;
    const given = sold ? formatUnits(await coinsFor(db, symbol, usdt / 2n), symbol) : formatUnits(usdt, 'USDT');
    const input = { id: newId(), symbol, side: sold ? ('sell' as const) : ('buy' as const), given, spreadBp };
    if (!(await again(() => opener.open(owner, input)))) return;
    answered.spot.add(input.id);
    if (!sold && held.length < maxBought) held.push(bought);
  };
}

/** Buys options, and sells some of them back. */
function optionActs({ db, signer, random, answered }: ActContext): { buy: Act; sell: Act } {
  const pricer = options.createPricer();
  const opener = options.createOpener({ db, clock: systemClock, signer, pricer });
  const bought: { owner: bigint; id: string }[] = [];
  const inStep = <T>(work: (call: { tx: Tx; now: Date }) => Promise<T>) =>
    step(db, (tx) => work({ tx, now: systemClock() }));
  return {
    buy: async () => {
      const symbol = pick(random, coinSymbols);
      const size = await coinsFor(db, symbol, between(random, 6000, 20_000));
      const quoted = await inStep(async ({ tx, now }) => {
        const [hour] = (await options.showBoard(tx, now, pricer, { symbol })).clock;
        const toTheHour = { seconds: hour!.seconds, strike: pick(random, hour!.strikes) };
        const life = random() < 0.7 ? { seconds: flash } : toTheHour;
        return options.quoteOption({ tx, now }, { signer, pricer }, { symbol, size, ...life });
      });
      if (!quoted.ok) return;
      const input = buyOption.input.parse(takingOf(quoted.value[pick(random, ['call', 'put'] as const)], newId()));
      const owner = anyone(random);
      if (!(await again(() => opener.open(owner, input)))) return;
      answered.option.add(input.id);
      if (bought.length < maxBought) bought.push({ owner, id: input.id });
    },
    sell: async () => {
      const [one] = bought.splice(Math.floor(random() * bought.length), 1);
      if (!one) return;
      const input = sellOption.input.parse({ id: one.id, atLeast: '0.01' });
      const call = { now: systemClock(), inTx: <T, E>(decide: (tx: Tx) => Promise<Result<T, E>>) => inTx(db, decide) };
      const sold = await again(() => options.sellOption(call, pricer, one.owner, input));
      if (sold) answered.sold.set(one.id, sold.order.payout!);
    },
  };
}

/** Sends orders of all products until stopped. */
export function startLoad(db: Db, signer: Signer, random: Random) {
  const answered: AnsweredOrders = { contract: new Set(), option: new Set(), spot: new Set(), sold: new Map() };
  const desk = { db, signer, random, answered };
  const [contract, coins, option] = [contractAct(desk), coinAct(desk), optionActs(desk)];
  let stopped = false;
  const caller = async () => {
    while (!stopped) {
      const drawn = random();
      const act = drawn < 0.5 ? contract : drawn < 0.73 ? coins : drawn < 0.94 ? option.buy : option.sell;
      // A request that could not be sent during an outage was not confirmed either.
      await act().catch(() => undefined);
      await wait(20 + random() * 60);
    }
  };
  const all = Promise.all(Array.from({ length: callers }, caller));
  return {
    answered,
    stop: async () => {
      stopped = true;
      await all;
    },
  };
}
