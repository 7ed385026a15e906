import { fromHex, layout } from '../bytes.ts';
import { coinBySymbol } from '../market/coins.ts';
import { parseUnits } from '../money.ts';
import type { Receipt } from './calls.ts';
import type { ContractAgreement } from './settle.ts';

/** Everything that determines the result of an order. `headHash` pins the entire tape up to the head. */
export type SlipTerms = ContractAgreement & { id: string; symbol: number; headHash: string };

/** An order with its slip. */
export type Agreement = Pick<Receipt, 'order' | 'headHash' | 'slip'>;

/** The terms that the slip of an order signs. Undefined if the order is not possible. */
export function slipTerms({ order, headHash }: Omit<Agreement, 'slip'>): SlipTerms | undefined {
  const { id, rule, direction, seconds, returnBp, headSlot } = order;
  const symbol = coinBySymbol(order.symbol)?.id;
  const stake = parseUnits(order.stake, 'USDT');
  if (symbol === undefined || stake === undefined) return undefined;
  return { id, rule, symbol, direction, seconds, stake, returnBp, headSlot, headHash };
}

const kind = 7;

export const slipBytes = (terms: SlipTerms): Uint8Array<ArrayBuffer> =>
  layout(
    { u8: kind },
    { raw: fromHex(terms.id.replaceAll('-', '')) },
    { u8: terms.rule },
    { u32: terms.symbol },
    { u8: terms.direction === 'long' ? 1 : 2 },
    { u32: terms.seconds },
    { u64: terms.stake },
    { u32: terms.returnBp },
    { u64: terms.headSlot },
    { raw: fromHex(terms.headHash) },
  );
