import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { Period } from '@glasshouse/protocol/market/candle-periods';
import { msOf } from '@glasshouse/protocol/market/tape';
import { useMemo } from 'react';
import { useAccount } from '../lib/account.ts';
import { PriceChart } from '../trading/PriceChart.tsx';
import { contractPractice } from '../trading/practice/contracts.ts';
import { choose, useChoices } from './choices.ts';
import { usePositions } from './positions.ts';

const names = ['1s', '5s', '15s', '1m', '5m'] as const satisfies Period[];

/** The candles of a coin with the user's open positions marked in them. */
export function ContractChart({ symbol, decimals }: { symbol: string; decimals: number }) {
  const chosen = useChoices((choices) => choices.period);
  return (
    <PriceChart
      symbol={symbol}
      decimals={decimals}
      names={names}
      period={names.find((name) => name === chosen) ?? '5s'}
      onPeriod={(period) => choose({ period })}
      marks={useMarks(symbol)}
    />
  );
}

const markOf = ({ id, direction, entry, dueSlot }: Order) =>
  entry
    ? [
        {
          id,
          direction: direction === 'long' ? ('up' as const) : ('down' as const),
          at: msOf(entry.slot) / 1000,
          price: entry.price,
          until: msOf(dueSlot) / 1000,
        },
      ]
    : [];

function useMarks(symbol: string) {
  const { user } = useAccount();
  const own = usePositions(user !== null).data?.orders;
  const practice = contractPractice.useOpen();
  return useMemo(() => {
    const orders = user ? (own ?? []) : practice ? [practice] : [];
    return orders.filter((order) => order.symbol === symbol).flatMap(markOf);
  }, [user, own, practice, symbol]);
}
