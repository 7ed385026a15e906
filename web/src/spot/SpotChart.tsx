import type { Period } from '@glasshouse/protocol/market/candle-periods';
import { useOwnTrades } from '../trading/own-trades.ts';
import { PriceChart } from '../trading/PriceChart.tsx';
import { choose, useChoices } from './choices.ts';

const names = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies Period[];

/** The candles of a coin with the user's own trades in them. */
export function SpotChart({ symbol, decimals }: { symbol: string; decimals: number }) {
  const chosen = useChoices((choices) => choices.period);
  return (
    <PriceChart
      symbol={symbol}
      decimals={decimals}
      names={names}
      period={names.find((name) => name === chosen) ?? '5m'}
      onPeriod={(period) => choose({ period })}
      marks={useOwnTrades(symbol)}
    />
  );
}
