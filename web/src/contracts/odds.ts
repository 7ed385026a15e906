import { formatUnits } from '@glasshouse/protocol/money';
import { breakEvenOf, evenOdds, payoutOf } from '@glasshouse/protocol/settle';
import { formatDecimal, formatSigned, tidyDecimal } from '../lib/format.ts';

/** Hundredths of a percent as people write it: 8200 is `82%`, 8250 is `82.5%`. */
export function percentOf(bp: number): string {
  const text = formatDecimal(`${Math.floor(bp / 100)}.${String(bp % 100).padStart(2, '0')}`);
  return `${text.replace(/\.?0+$/, '')}%`;
}

/**
 * Ten-thousandths with one decimal, as shares of wins are shown. Half goes down: break-even is rounded up to whole ten-thousandths
 * already, and 1 ÷ 1.82 = 54.945 % must not become 55.0 % by being rounded up twice.
 */
export function shareText(tenThousandths: number): string {
  const tenths = Math.ceil((tenThousandths - 5) / 10);
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`;
}

/** An amount of paper money as it is shown: two decimals, more only where they count. */
export const money = (units: bigint): string => {
  const text = formatUnits(units, 'USDT');
  return formatDecimal(text, (text.split('.')[1] ?? '').length);
};
const signed = (units: bigint): string => {
  const text = tidyDecimal(formatUnits(units, 'USDT'));
  return formatSigned(text, (text.split('.')[1] ?? '').length);
};

/** Everything to know before an order: what each end pays, and what the returns mean. */
export function oddsOf(stake: bigint, returnBp: number) {
  const win = payoutOf({ stake, returnBp }, 'win');
  return {
    gain: signed(win - stake),
    loss: signed(-stake),
    payout: money(win),
    breakEven: shareText(breakEvenOf(returnBp)),
    average: signed(evenOdds({ stake, returnBp })),
  };
}
