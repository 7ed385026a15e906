import { cardBounds, topUpBounds } from '@glasshouse/protocol/deposits/bounds';
import type { showDeposit, showTopUp } from '@glasshouse/protocol/deposits/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { formatUsdt } from '@glasshouse/protocol/money';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useMovements } from '../lib/movements.ts';
import { useReconnected } from '../lib/use-reconnected.ts';

export type Terms = Output<typeof showDeposit>;
export type TopUp = Output<typeof showTopUp>;

export const depositsKey = ['deposits'];
const bounds = ({ least, most }: { least: bigint; most: bigint }) => ({
  min: formatUsdt(least),
  max: formatUsdt(most),
});
export const networkBounds = bounds(topUpBounds);
export const ofCards = bounds(cardBounds);

// If the stream is blocked, polling finds a decision.
const askAgainAfter = 30_000;

/** Addresses, limits and unfinished top-ups. */
export function useTerms() {
  const query = useQuery({
    queryKey: [...depositsKey, 'terms'],
    queryFn: () => call<typeof showDeposit>('POST', '/index/deposit/terms', {}),
    meta: { quiet: true },
  });
  const { refetch } = query;
  useMovements(
    ({ flow }) => flow === 'recharge' && void refetch(),
    () => void refetch(),
  );
  return query;
}

/** One top-up, kept up to date while it is reviewed. */
export function useTopUp(id: string) {
  const query = useQuery({
    queryKey: [...depositsKey, 'one', id],
    queryFn: () => call<typeof showTopUp>('POST', '/index/deposit/show', { id }),
    refetchInterval: ({ state }) => state.data?.state === 'under_review' && askAgainAfter,
    meta: { quiet: true },
  });
  const { data, refetch } = query;
  useMovements(
    (event) => event.id === id && void refetch(),
    () => void refetch(),
  );
  useReconnected(data?.state === 'under_review', () => void refetch());
  return query;
}
