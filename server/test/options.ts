import * as protocol from '@glasshouse/protocol/options/calls';
import { ending } from '#trading/options/options.ts';
import { openRollup } from '#trading/orders/settling/rollup.ts';
import { openSettler } from '#trading/orders/settling/settle.ts';
import { takingOf } from './option-input.ts';
import { orderIdAt } from './order-id.ts';
import { trade } from './trade.ts';

/** Prices that move enough for an estimate of volatility. */
export const lively = (count: number, around = 6_400_000) =>
  Array.from({ length: count }, (_, i) => around + 500 * (((i * 7919) % 11) - 5));

/**
 * Closing prices of forty minutes, ending a while ago: enough for an estimate, wherever in its ten minutes a test
 * begins.
 */
export async function writeMinutes(tape: {
  now: () => number;
  write: (slot: number, ...prices: number[]) => Promise<unknown>;
}) {
  const minute = 120;
  const last = tape.now() - ((tape.now() + 1) % minute) - minute;
  for (const [i, price] of lively(40).entries()) await tape.write(last - (39 - i) * minute, price);
}

type Answered<T> = { code: number; data: T };
type Person = Awaited<ReturnType<typeof trade>>['trader'];

/** A world with a tape that has moved for a while, and a user with money for options. */
export const tradeOptions = async () => withOptions(await trade());

/** The same in an existing world. */
export async function withOptions<T extends Awaited<ReturnType<typeof trade>>>(world: T) {
  const { db, tick, tape } = world;
  await writeMinutes(tape);
  const settler = openSettler({ ending, db, clock: world.world.clock, settled: () => {} });
  const roll = openRollup(db, ending);
  await world.world.give(world.trader, 'options', 'USDT', 20_000_000_000n);
  await tick(...lively(20));
  const quote = async (
    of: { seconds?: number; strike?: string; size?: string } = {},
    person: Person = world.trader,
  ) => {
    const input = { symbol: 'BTC', seconds: 60, size: '0.5', ...of };
    const answer = await person.call(protocol.quoteOption, input as never);
    if (answer.code !== 200) throw new Error(`no quote: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const taking = (quoted: protocol.SignedQuote) => takingOf(quoted, orderIdAt(world.world.clock()));
  const buy = async (quoted: protocol.SignedQuote, person: Person = world.trader) => {
    const answer = await person.call(protocol.buyOption, taking(quoted) as never);
    if (answer.code !== 200) throw new Error(`could not buy: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  /** Sells an option back for its current value, or a minimum. Returns the answer, even if it is refused. */
  const sell = async (id: string, person: Person = world.trader, atLeast = '0.000001') =>
    (await person.call(protocol.sellOption, { id, atLeast } as never)) as Answered<{ reason?: string }>;
  const shown = async (id: string, person: Person = world.trader) =>
    ((await person.call(protocol.showOrder, { id })) as Answered<{ order: protocol.OptionOrder }>).data.order;
  return { ...world, quote, taking, buy, sell, shown, settle: settler.look, roll };
}
