import type { TapeDay } from '@glasshouse/protocol/market/calls';
import { coins, formatPrice } from '@glasshouse/protocol/market/coins';
import { opensOf, type Revealed } from '@glasshouse/protocol/market/day';
import { nameOf, timeOf } from './words.ts';

type Ticks = { symbol: number; slots: Float64Array; prices: BigInt64Array };

/** The newest price of a coin before a slot, if a file proves that there is none in between. Files omit no ticks. */
function priceBefore(files: readonly Ticks[], symbol: number, slot: number) {
  for (const { slots, prices } of files.filter((one) => one.symbol === symbol)) {
    const at = slots.findLastIndex((one) => one < slot);
    if (at >= 0 && (slots[at] === slot - 1 || at + 1 < slots.length)) return { slot: slots[at]!, price: prices[at]! };
  }
  return undefined;
}

/**
 * A day of version 2 or later must open at the current prices of the tape, so that the site cannot choose its first
 * prices. Throws if it does not. Returns notes about coins whose previous price is not in any file.
 */
export function checkOpening({ day }: TapeDay, revealed: Revealed, files: readonly Ticks[]): string[] {
  const { firstSlot } = revealed.beacon!;
  const unseen: string[] = [];
  let seen = 0;
  for (const { symbol, price } of opensOf(revealed)) {
    const stood = priceBefore(files, symbol, firstSlot);
    const shown = (one: bigint) => formatPrice(one, coins.find(({ id }) => id === symbol)?.decimals ?? 0);
    if (stood && stood.price !== price)
      throw new Error(
        `OPENING ${day}: ${nameOf(symbol)} opened at ${shown(price)}, but the last price was ${shown(stood.price)} in slot ${stood.slot} (${timeOf(stood.slot)})`,
      );
    if (stood) seen++;
    else unseen.push(nameOf(symbol));
  }
  return [
    ...(seen > 0 ? [`ok ${day}: ${seen} coins opened at the last price of the tape`] : []),
    ...(unseen.length > 0
      ? [
          `   not checked: where ${unseen.length} coins stood before ${timeOf(firstSlot)}, when the day began; no file has it (${unseen.join(' ')})`,
        ]
      : []),
  ];
}
