import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

const queryKey = ['newCodes'];

/** Recovery codes that nobody has yet said to have kept. Whoever went Back finds them again, in this window alone, until they log out. */
export function useNewCodes() {
  const queries = useQueryClient();
  const { data } = useQuery<readonly string[] | null>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    codes: data ?? undefined,
    setCodes: (codes: readonly string[] | undefined) => void queries.setQueryData(queryKey, codes ?? null),
  };
}
