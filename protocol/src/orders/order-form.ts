import { parseDecimal } from '../decimal.ts';
import { type Coin, coins, formatPrice } from '../market/coins.ts';
import { type Currency, formatUnits, parseUnits } from '../money.ts';
import { fields, fits, oneOf, orNull, type Shape, text, time, whole } from '../shape.ts';

// Forms of the receipt fields that orders of all products share.

/** For slots this is 17,000 years, for positions 256 doublings. All values derived from it are exact. */
export const farthest = 2 ** 40;
export const slot = whole(0, farthest);
export const price = text(/^\d{1,15}(\.\d{1,8})?$/);
const tick = fields({ slot, price });

export const orderBaseForm = {
  id: text(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  at: time,
  symbol: oneOf(...coins.map((coin) => coin.symbol)),
  rule: whole(1, 255),
  headSlot: slot,
  dueSlot: slot,
  exit: orNull(tick),
  settledAt: time,
};
export const tickOrNull = orNull(tick);

/** Whether an amount is in canonical form. */
export function isAmount(text: string, currency: Currency): boolean {
  const units = parseUnits(text, currency);
  return units !== undefined && formatUnits(units, currency) === text;
}
export function isPrice(text: string, { decimals }: Pick<Coin, 'decimals'>): boolean {
  const units = parseDecimal(text, decimals);
  return units !== undefined && units > 0n && formatPrice(units, decimals) === text;
}

const moved = (currency: Currency) =>
  fits((value) => typeof value === 'string' && isAmount(value.replace(/^-/, ''), currency));
const inPosting = { at: time, kind: text(/^[a-z_]{1,40}$/) };
export const usdtPosting = fields({ ...inPosting, amount: moved('USDT') });
/** In USDT or in a coin. All coins have the same number of decimals. */
export const coinPosting: Shape = (value) => {
  const { currency } = (value ?? {}) as { currency?: unknown };
  return fields({
    ...inPosting,
    amount: moved(currency === 'USDT' ? 'USDT' : coins[0]!.symbol),
    currency: oneOf('USDT', ...coins.map((coin) => coin.symbol)),
  })(value);
};
