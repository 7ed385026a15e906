import { hash } from 'node:crypto';
import { coinById, formatPrice } from '@glasshouse/protocol/market/coins';
import { priceIn } from '@glasshouse/protocol/market/messages';
import { type FileTick, readTicks } from '@glasshouse/protocol/market/ticks-file';
import { verifyTicks } from './ticks.ts';
import { nameOf, timeOf } from './words.ts';

type Text = { name: string; text: string };

/**
 * Compares messages of an external source, as returned by /heard, with the ticks of the first file. A tick must name
 * each message and have its price. Throws at the first that does not match.
 */
export async function verifyMessages(
  [first, ...messages]: Text[],
  trusted: readonly string[] | undefined,
): Promise<string[]> {
  const lines = await verifyTicks([first!], trusted);
  if (messages.length === 0) throw new Error('there is no message to compare with the ticks');
  const { symbol, ticks } = readTicks(first!.text);
  let read = 0;
  for (const { name, text } of messages) {
    const message = hash('sha256', text);
    const named = ticks.filter((tick) => tick.heard?.message === message);
    if (named.length === 0) throw new Error(`MESSAGE UNKNOWN ${name}: no tick in ${first!.name} was read from it`);
    for (const tick of named) compare(symbol, tick, text);
    read += named.length;
  }
  const heard = ticks.filter((tick) => tick.heard).length;
  return [...lines, `ok ${messages.length} messages say the prices of the ${read} ticks that name them, of ${heard}`];
}

function compare(symbol: number, { slot, price, heard }: FileTick, text: string): void {
  const coin = coinById(symbol)!;
  const said = priceIn(heard!.source, text, coin);
  if (said === price) return;
  const shown = (units: bigint | undefined) => (units === undefined ? 'nothing' : formatPrice(units, coin.decimals));
  throw new Error(
    `MESSAGE SAYS OTHERWISE ${nameOf(symbol)} slot ${slot} (${timeOf(slot)}): the tick says ${shown(price)}, its message of ${heard!.source} says ${shown(said)}`,
  );
}
