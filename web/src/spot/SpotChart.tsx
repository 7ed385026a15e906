import type { Period } from '@glasshouse/protocol/market/candle-periods';
import { useMemo } from 'react';
import { useAccount } from '../lib/account.ts';
import { markOf, useOwnTrades } from '../trading/own-trades.ts';
import { PriceChart } from '../trading/PriceChart.tsx';
import { spotPractice } from '../trading/practice/trades.ts';
import { choose, useChoices } from './choices.ts';

const names = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies Period[];

/** The candles of a coin with the user's own trades marked in them. */
export function SpotChart({ symbol, decimals }: { symbol: string; decimals: number }) {
  const chosen = useChoices((choices) => choices.period);
  return (
    <PriceChart
      symbol={symbol}
      decimals={decimals}
      names={names}
      period={names.find((name) => name === chosen) ?? '5m'}
      onPeriod={(period) => choose({ period })}
      marks={useMarks(symbol)}
    />
  );
}

/** The user's trades, or a visitor's trades on this device. */
function useMarks(symbol: string) {
  const { user } = useAccount();
  const own = useOwnTrades(symbol);
  const trades = spotPractice.useAll();
  const practised = useMemo(
    () => trades.filter(({ order }) => order.symbol === symbol).flatMap(({ order }) => markOf(order)),
    [trades, symbol],
  );
  return user ? own : practised;
}
