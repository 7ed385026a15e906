import { formatExact } from '@glasshouse/kit/format.ts';
import type { buyOption, OptionOrder, showOrder } from '@glasshouse/protocol/options/calls';
import { newestTerms } from '@glasshouse/protocol/options/terms';
import { call } from '../lib/call.ts';
import { slipKeysFor } from '../lib/rules.ts';
import { t } from '../lib/words.tsx';
import type { OpeningStrategy } from '../trading/use-open.ts';
import { showToast } from '../ui/toast.ts';
import { doubtsAbout, type Wish } from './acceptance.ts';
import { boardsKey } from './board.ts';
import { positionsKey, putOption } from './positions.ts';
import { quotesKey } from './use-option-quotes.ts';

export function announceOpened({ symbol, side, premium }: Wish | OptionOrder): void {
  const words = { side: t(`option.${side}`), symbol, premium: formatExact(premium) };
  showToast({ kind: 'success', high: true, text: t('option.bought', words) });
}

const isSame = (a: Wish, b: Wish) =>
  a.symbol === b.symbol && a.side === b.side && a.seconds === b.seconds && a.size === b.size && a.strike === b.strike;

const after: Record<string, string[]> = {
  quote_expired: quotesKey,
  terms_changed: boardsKey,
  volatility_unknown: boardsKey,
  exposure_limit: boardsKey,
};

/** How options are bought. */
export const optionOrders: OpeningStrategy<Wish, OptionOrder> = {
  send: ({ seen: _, ...order }) =>
    call<typeof buyOption>('POST', '/index/option/buy', { ...order, terms: newestTerms }),
  find: (id) => call<typeof showOrder>('POST', '/index/option/order', { id }),
  isSame,
  doubtsAbout: async (queries, answer, tap) =>
    doubtsAbout(answer, tap, await slipKeysFor(queries, answer.slip.publicKey)),
  announceOpened,
  put: putOption,
  staleAfter: (reason) => after[reason ?? ''] ?? positionsKey,
};
