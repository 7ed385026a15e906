import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { listShares, makeShare, Share, takeShareBack } from '@glasshouse/protocol/shares/calls';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { t } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';

type Shared = { product: ProductName; id: string };
const isOf =
  ({ product, id }: Shared) =>
  (share: Share) =>
    share.product === product && share.id === id;

const sharesQuery = queryOptions({
  queryKey: ['receipts', 'shares'],
  queryFn: async () => (await call<typeof listShares>('POST', '/index/share/list', {})).shares,
  meta: { quiet: true },
});
/** The receipts that the user shares. */
export const useShares = () => useQuery(sharesQuery);

/** The part after the # is never sent to a server, so it appears in no log. */
export const shareLink = ({ token }: Pick<Share, 'token'>): string => `${location.origin}/shared#${token}`;

const put = (queries: QueryClient, next: (shares: Share[]) => Share[]) =>
  queries.setQueryData(sharesQuery.queryKey, (shares) => shares && next(shares));

/** Shares a receipt, or changes whether it shows the user's name. */
export function useMakeShare() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (share: Shared & { named: boolean }) => call<typeof makeShare>('POST', '/index/share/make', share),
    onSuccess: (made) => put(queries, (shares) => [made, ...shares.filter((share) => !isOf(made)(share))]),
  });
}

export function useTakeBack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (share: Shared) => call<typeof takeShareBack>('POST', '/index/share/takeBack', share),
    onSuccess: (_, taken) => {
      put(queries, (shares) => shares.filter((share) => !isOf(taken)(share)));
      showToast({ kind: 'success', text: t('receipt.share.takenBack') });
    },
  });
}
