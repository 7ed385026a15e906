import { formatDecimal } from '@glasshouse/kit/format.ts';
import { convertPrice } from '../lib/convert.ts';
import { useSecondCurrency } from '../lib/second-currency.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { currencyMark } from '../ui/Money.tsx';

type LiveSecondPriceProps = { symbol: string; still: boolean };

/** The live price in the second currency of this device. */
export function LiveSecondPrice({ symbol, still }: LiveSecondPriceProps) {
  const second = useSecondCurrency();
  const { locale } = useWords();
  const price = useQuotePart(symbol, (quote) => quote.price, still);
  if (price === undefined || !second) return null;
  const { amount, decimals } = convertPrice(price, second.rate);
  return `${currencyMark(second.currency, locale)}${formatDecimal(amount, decimals)}`;
}
