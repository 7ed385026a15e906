import { formatExact } from '@glasshouse/kit/format.ts';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Quote } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { useMemo } from 'react';
import { useAccount } from '../lib/account.ts';
import { sentenceOf } from '../lib/call.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { practiceOpening } from '../trading/practice/opening.ts';
import { optionPractice } from '../trading/practice/options.ts';
import { useConfirming } from '../trading/use-confirming.ts';
import { useOpen } from '../trading/use-open.ts';
import { dismissToast } from '../ui/toast.ts';
import { announceOpened, optionOrders } from './opened.ts';
import { usePositions } from './positions.ts';
import { practiceOption } from './practice/order.ts';
import type { Obstacle } from './size.ts';
import type { useMoney } from './use-size.ts';

/** Buys an option on this device. */
const optionOpening = (onOpened: () => void) =>
  practiceOpening(
    { orders: optionPractice, make: (quote: Quote, head, now) => practiceOption(quote, head, now), announceOpened },
    onOpened,
  );

/**
 * Buys at a quoted price, once per tap. The confirmation sheet shows the newest valid quote. Visitors buy on this
 * device.
 */
export function useBuying({ drawFor }: Pick<ReturnType<typeof useMoney>, 'drawFor'>) {
  const { user } = useAccount();
  const { data: positions } = usePositions(user !== null);
  const confirming = useConfirming<Side>();
  const own = useOpen(optionOrders, positions?.orders, confirming.close);
  const practice = useMemo(() => optionOpening(confirming.close), [confirming.close]);
  const opening = user ? own : practice;
  const buy = (quote: Quote) => {
    if (!user) return practice.open(quote);
    const { symbol, side, seconds, strike, size, premium, rule, slot } = quote;
    const struck = isFlash(seconds) ? {} : { strike };
    const draws = drawFor(premium) ? ({ fromFund: true } as const) : {};
    own.open({ symbol, side, seconds, ...struck, size, premium, rule, slot, ...draws });
  };
  const press = (quote: Quote) => {
    if (!opening.isUndecided) opening.reset();
    // A toast about the last order would cover the button of this one.
    dismissToast();
    confirming.press(quote.side, drawFor(quote.premium) !== undefined, () => buy(quote));
  };
  return { ...opening, confirming, press, buy };
}

/** Why nothing can be bought; `undefined` if it can. A lack of money is shown elsewhere, where it can be fixed. */
export function useReason(
  obstacle: Obstacle | undefined,
  hasSize: boolean,
  error: unknown,
  practice?: { isTaken: boolean },
): string | undefined {
  const { t } = useWords();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (lost || paused) return t('contract.closed');
  if (practice?.isTaken) return t('contract.practice.taken');
  if (!hasSize) return t('option.noSize');
  if (obstacle?.kind === 'short' && practice)
    return t('ui.amountAbove', { max: formatExact(obstacle.limit), by: formatExact(obstacle.by) });
  if (obstacle && obstacle.kind !== 'short')
    return t(`option.obstacles.${obstacle.kind}`, {
      limit: formatExact(obstacle.limit),
      by: formatExact(obstacle.by),
    });
  return error ? sentenceOf(error) : undefined;
}
