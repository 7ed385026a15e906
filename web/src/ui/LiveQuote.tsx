import { directionOf, formatDecimal } from '@glasshouse/kit/format.ts';
import { useMemo } from 'react';
import { compact } from '../lib/compact.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useTape } from '../lib/quotes.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Delta } from './Delta.tsx';
import { Price } from './Price.tsx';
import { Sparkline } from './Sparkline.tsx';

// Each figure subscribes on its own: a tick rerenders only the figures that have changed, never the row.
type LiveProps = {
  symbol: string;
  /** Off the screen: the figure doesn't update. */
  still?: boolean;
};

export function LivePrice({ symbol, still = false }: LiveProps) {
  const price = useQuotePart(symbol, (quote) => quote.price, still);
  const precision = useQuotePart(symbol, (quote) => quote.decimals, still);
  const flash = usePreferences(({ flashPrices }) => flashPrices);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (price === undefined || precision === undefined) return null;
  return <Price value={price} precision={precision} flash={flash} paused={paused} />;
}

export function LiveChange({ symbol, still = false, pill = false }: LiveProps & { pill?: boolean }) {
  const change = useQuotePart(symbol, (quote) => quote.change, still);
  return <Delta percent={change ?? '0'} pill={pill} />;
}

export function LiveVolume({ symbol, still = false }: LiveProps) {
  const { locale } = useWords();
  return compact(useQuotePart(symbol, (quote) => quote.volume, still) ?? '0', locale);
}

export function LiveDay({ symbol, still = false, end }: LiveProps & { end: 'high' | 'low' }) {
  const price = useQuotePart(symbol, (quote) => quote[end], still);
  const precision = useQuotePart(symbol, (quote) => quote.decimals, still);
  return price === undefined ? null : formatDecimal(price, precision);
}

type SparkProps = LiveProps & { width?: number; height?: number };

export function LiveSpark({ symbol, still = false, width = 72, height = 28 }: SparkProps) {
  const spark = useQuotePart(symbol, (quote) => quote.spark, still);
  const way = useQuotePart(symbol, (quote) => directionOf(quote.change), still);
  const values = useMemo(() => spark?.map(Number) ?? [], [spark]);
  if (!way || values.length < 2) return null;
  return <Sparkline values={values} direction={way} width={width} height={height} />;
}
