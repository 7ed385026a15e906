import * as calls from '../protocol/src/options/calls.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import { takingOf } from '../server/test/option-input.ts';
import type { Envelope, Person } from './person.ts';
import { pick } from './random.ts';

// Users who buy and sell options, with the calls of the release that their page is from.
const hour = 3600;
const tries = 5;
const sellBefore = 40_000;

/** The calls of a release's page, as that release defines them. */
export type OptionCalls = Pick<typeof calls, 'buyOption' | 'sellOption'>;
type Quote = Parameters<typeof takingOf>[0];

/** Buys mostly options that begin at the tap and some that end at a full hour, and sells some of the former back. */
export function optionActs(person: Person, { buyOption, sellOption }: OptionCalls = calls): () => Promise<void> {
  const { random, ask, note, taken, sold } = person;
  const held: { id: string; at: number }[] = [];
  /** The request of a page of that release. It includes the strike if the release's call requires one. */
  const takes = (quote: Quote, id: string) => {
    const body = takingOf(quote, id);
    return buyOption.input.safeParse(body).success ? body : { ...body, strike: quote.strike };
  };
  const buy = async (life: { seconds: number; size: string; strike?: string }) => {
    for (let tried = 0; tried < tries; tried++) {
      const quoted = await ask(calls.quoteOption, { symbol: 'BTC', ...life });
      if (quoted?.code !== 200) return;
      const id = newId();
      const quotes = quoted.data as Record<'call' | 'put', Quote>;
      const said = await ask(buyOption, takes(quotes[pick(random, ['call', 'put'] as const)], id));
      if (said?.code === 200) {
        taken('option', id, said.data);
        if (life.seconds < hour) held.push({ id, at: performance.now() });
      }
      // If the price has moved, a new quote is requested.
      if (reasonOf(said) !== 'quote_expired') return;
    }
    note('no price held');
  };
  const sell = async (id: string) => {
    const bid = await ask(calls.bidOption, { id });
    if (bid?.code !== 200) return;
    const { amount, slot } = bid.data as { amount: string; slot: number };
    const plain = { id, atLeast: '0.01' };
    const body = sellOption.input.safeParse(plain).success ? plain : { id, slot, amount };
    const said = await ask(sellOption, body);
    if (said?.code === 200) sold(id, (said.data as { order: { payout: string } }).order.payout);
  };
  return async () => {
    const drawn = random();
    const last = drawn < 0.3 ? held.pop() : undefined;
    if (last && performance.now() - last.at < sellBefore) return sell(last.id);
    if (drawn < 0.8) return buy({ seconds: 60, size: '0.3' });
    const board = await ask(calls.showBoard, { symbol: 'BTC' });
    if (board?.code !== 200) return;
    const { clock } = board.data as { clock: { seconds: number; strikes: string[] }[] };
    const { strikes = [] } = clock.find(({ seconds }) => seconds === hour) ?? {};
    return buy({ seconds: hour, size: '0.1', strike: strikes[strikes.length >> 1]! });
  };
}

const reasonOf = (said: Envelope | undefined) => (said?.data as { reason?: string } | undefined)?.reason;
