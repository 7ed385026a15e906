import { fromHex, layout } from '../bytes.ts';
import { coinBySymbol } from '../market/coins.ts';
import { parseUnits } from '../money.ts';
import type { SpotOrder } from './calls.ts';
import type { SpotAgreement } from './settle.ts';

/** The terms that determine the result of an order. `headHash` pins the entire tape up to the head. */
export type SpotTerms = SpotAgreement & { id: string; headHash: string };

type SlipFields = Pick<SpotOrder, 'id' | 'rule' | 'symbol' | 'side' | 'given' | 'spreadBp' | 'headSlot'>;
/** The terms that the slip of an order signs; undefined if the order is not valid. */
export function spotTerms(order: SlipFields, headHash: string): SpotTerms | undefined {
  const { id, rule, side, spreadBp, headSlot } = order;
  const coin = coinBySymbol(order.symbol);
  const given = coin && parseUnits(order.given, side === 'buy' ? 'USDT' : coin.symbol);
  if (!coin || given === undefined) return undefined;
  return { id, rule, symbol: coin.id, side, given, spreadBp, headSlot, headHash };
}

const kind = 14;

export const spotSlipBytes = (terms: SpotTerms): Uint8Array<ArrayBuffer> =>
  layout(
    { u8: kind },
    { raw: fromHex(terms.id.replaceAll('-', '')) },
    { u8: terms.rule },
    { u32: terms.symbol },
    { u8: terms.side === 'buy' ? 1 : 2 },
    { u64: terms.given },
    { u32: terms.spreadBp },
    { u64: terms.headSlot },
    { raw: fromHex(terms.headHash) },
  );
