import { formatDecimal } from '@glasshouse/kit/format.ts';
import { useSite } from '../lib/site.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { inYuan } from '../lib/yuan.ts';

type LiveYuanProps = { symbol: string; still: boolean };

/** The price in yuan at the published rate. */
export function LiveYuan({ symbol, still }: LiveYuanProps) {
  const { cnyRate } = useSite();
  const price = useQuotePart(symbol, (quote) => quote.price, still);
  if (price === undefined || cnyRate === undefined) return null;
  const { amount, decimals } = inYuan(price, cnyRate);
  return `¥${formatDecimal(amount, decimals)}`;
}
