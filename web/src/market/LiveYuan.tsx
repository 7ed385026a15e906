import { compareDecimal, formatDecimal, multiplyDecimal } from '../lib/format.ts';
import { useSite } from '../lib/site.ts';
import { useQuotePart } from '../lib/use-quotes.ts';

type LiveYuanProps = { symbol: string; still: boolean };

/** The price in yuan at the published rate; a small one has more places, or it would not move. */
export function LiveYuan({ symbol, still }: LiveYuanProps) {
  const { cnyRate } = useSite();
  const price = useQuotePart(symbol, (quote) => quote.price, still);
  if (price === undefined || cnyRate === undefined) return null;
  const yuan = multiplyDecimal(price, cnyRate);
  return `¥${formatDecimal(yuan, compareDecimal(yuan, '100') < 0 ? 4 : 2)}`;
}
