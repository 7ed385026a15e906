import type { bidOption, OptionOrder, sellOption } from '@glasshouse/protocol/options/calls';
import type { PriceInputs } from '@glasshouse/protocol/options/quote';
import { lastSaleSlot } from '@glasshouse/protocol/options/terms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../lib/account.ts';
import { assetsKey } from '../lib/assets.ts';
import { call, Refused } from '../lib/call.ts';
import { noteServerTime, serverNow } from '../lib/server-clock.ts';
import { wasAnswered } from '../lib/use-act.ts';
import { useQuote } from '../lib/use-quotes.ts';
import { announceResult, hasEnded } from '../trading/result.ts';
import { optionsKey } from './board.ts';
import { awaited, options } from './outcome/results.ts';
import { coinOf, optionFrom, priceInputsFrom, worthOf } from './quote-facts.ts';

const again = 2000;
const pause = 400;

type Sale = { id: string; atLeast: string };
const send = (sale: Sale) => call<typeof sellOption>('POST', '/index/option/sell', sale);

/** Sells, and retries once without an answer. A repeated sale gets the same answer. */
async function sendTwice(sale: Sale) {
  try {
    return await send(sale);
  } catch (error) {
    if (wasAnswered(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return send(sale);
  }
}

/** The server's last valuation of an option, or a newer one by the newest tick of this device. */
function useNewest({ symbol, dueSlot, terms, ...order }: OptionOrder, bid: PriceInputs | undefined) {
  const tick = useQuote(symbol);
  const now =
    bid && tick && tick.slot > bid.slot
      ? { ...bid, ...priceInputsFrom({ ...tick, volatility: bid.volatility, model: bid.model }, coinOf(symbol)) }
      : bid;
  if (!now || now.slot > lastSaleSlot({ terms, dueSlot })) return undefined;
  return { by: now, amount: worthOf(optionFrom({ symbol, ...order }), dueSlot, now) };
}

/** The current buy-back price of an option, and its sale. */
export function useSelling(order: OptionOrder, wanted: boolean, onDone: () => void) {
  const { id, symbol } = order;
  const queries = useQueryClient();
  const user = useAccount().user?.id ?? '';
  const bidKey = ['options', 'bid', id];
  const sale = useMutation({
    mutationFn: sendTwice,
    meta: { quiet: true },
    onSuccess: ({ order: sold }) => {
      onDone();
      if (hasEnded(sold) && awaited.noLongerAwaited(user, id)) announceResult(queries, options, user, sold, 'free');
    },
    onError: (error) => {
      // It may have ended in the meantime, or been sold in another tab.
      if (error instanceof Refused && error.reason === 'order_ended') onDone();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: bidKey });
      void queries.invalidateQueries({ queryKey: optionsKey });
      void queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  const { data, error } = useQuery({
    queryKey: bidKey,
    queryFn: async () => {
      const answer = await call<typeof bidOption>('POST', '/index/option/bid', { id });
      noteServerTime(answer.time);
      return answer;
    },
    enabled: wanted && !sale.isPending && !sale.isSuccess,
    gcTime: 0,
    retry: false,
    refetchInterval: again,
    meta: { quiet: true },
  });
  const bid = useNewest(order, data && !error ? priceInputsFrom(data, coinOf(symbol)) : undefined);
  return {
    bid,
    error,
    sell: (atLeast: string) => {
      // The code that watches for results may not be loaded yet. Without this call, the sale's result would not be
      // shown.
      awaited.seenOpen(user, [order], serverNow());
      sale.mutate({ id, atLeast });
    },
    /** Also true while the sheet closes after a sale. */
    isSelling: sale.isPending || sale.isSuccess,
    failure: sale.error,
  };
}
