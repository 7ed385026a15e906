import { formatExact, formatSigned } from '@glasshouse/kit/format.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { breakEvenOf, evenOdds, outcomeOf, payoutOf } from '@glasshouse/protocol/contracts/settle';
import { subtractDecimal, unitsAt } from '@glasshouse/protocol/decimal';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { neededText } from '../trading/percents.ts';

/** What is taken, to the last place that counts. */
export const money = (units: bigint): string => formatExact(formatUsdt(units));
/** What may come of it, rounded as money is everywhere. */
const signed = (units: bigint): string => formatSigned(formatUsdt(units));

/** Everything to know before an order: what each end pays, and what the returns mean. */
export function oddsOf(stake: bigint, returnBp: number) {
  const win = payoutOf({ stake, returnBp }, 'win');
  return {
    gain: signed(win - stake),
    loss: signed(-stake),
    breakEven: neededText(breakEvenOf(returnBp)),
    average: signed(evenOdds({ stake, returnBp })),
  };
}

type Open = Pick<Order, 'direction' | 'stake' | 'returnBp'>;
/** How an order with this entry stands at this price: what it would bring if it ended now, and how far the price has come. */
export function standingOf({ direction, stake, returnBp }: Open, entry: string, price: string, decimals: number) {
  const staked = parseUnits(stake, 'USDT')!;
  const outcome = outcomeOf(direction, unitsAt(entry, decimals), unitsAt(price, decimals));
  return {
    outcome,
    change: signed(payoutOf({ stake: staked, returnBp }, outcome) - staked),
    distance: formatSigned(subtractDecimal(price, entry), decimals),
  };
}
