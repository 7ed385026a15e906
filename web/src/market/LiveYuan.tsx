import { formatDecimal } from '@glasshouse/kit/format.ts';
import { useSite } from '../lib/site.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { inYuan } from '../lib/yuan.ts';
import { yuanMark } from '../ui/Money.tsx';

type LiveYuanProps = { symbol: string; still: boolean };

/** The price in yuan at the published rate. */
export function LiveYuan({ symbol, still }: LiveYuanProps) {
  const { cnyRate } = useSite();
  const { locale } = useWords();
  const price = useQuotePart(symbol, (quote) => quote.price, still);
  if (price === undefined || cnyRate === undefined) return null;
  const { amount, decimals } = inYuan(price, cnyRate);
  return `${yuanMark(locale)}${formatDecimal(amount, decimals)}`;
}
