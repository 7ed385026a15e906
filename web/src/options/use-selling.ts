import type { Bid, bidOption, OptionOrder, sellOption } from '@glasshouse/protocol/options/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../lib/account.ts';
import { assetsKey } from '../lib/assets.ts';
import { call, Refused } from '../lib/call.ts';
import { heardTime, serverNow } from '../lib/server-clock.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { optionsKey } from './board.ts';
import { awaited, hasEnded, results } from './outcome/results.ts';
import { heldUntil, onTheWay } from './use-held.ts';

const again = 2000;
const pause = 400;

const send = (body: { id: string; slot: number; amount: string }) =>
  call<typeof sellOption>('POST', '/index/option/sell', body);

/** Sells, and asks once more if it got no answer: the same sale is answered the same. */
async function sendTwice({ id, slot, amount }: Bid) {
  try {
    return await send({ id, slot, amount });
  } catch (error) {
    if (wasAnswered(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return send({ id, slot, amount });
  }
}

/** What an option is bought back for, asked for anew when it runs out, and the sale at it. */
export function useSelling({ id }: Pick<OptionOrder, 'id'>, wanted: boolean, onDone: () => void) {
  const queries = useQueryClient();
  const user = useAccount().user?.id ?? '';
  const bidKey = ['options', 'bid', id];
  const sale = useMutation({
    mutationFn: sendTwice,
    meta: { quiet: true },
    onSuccess: ({ order }) => {
      onDone();
      if (awaited.noLongerAwaited(user, id) && hasEnded(order)) results.showResult(order);
    },
    onError: (error) => {
      // It may have ended meanwhile, or been sold in another tab.
      if (error instanceof Refused && error.reason === 'order_ended') onDone();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: bidKey });
      void queries.invalidateQueries({ queryKey: optionsKey });
      void queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  const { data: bid, error } = useQuery({
    queryKey: bidKey,
    queryFn: async () => {
      const answer = await call<typeof bidOption>('POST', '/index/option/bid', { id });
      heardTime(answer.time);
      return answer;
    },
    enabled: wanted && !sale.isPending && !sale.isSuccess,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data && !state.error ? Math.max(again / 4, heldUntil(state.data.slot) - onTheWay - serverNow()) : again,
    meta: { quiet: true },
  });
  return { bid, error, sell: sale.mutate, isSelling: sale.isPending, failure: sale.error };
}
