import { formatExact } from '@glasshouse/kit/format.ts';
import type { SignedQuote } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { useCallback } from 'react';
import { useAccount } from '../lib/account.ts';
import { sentenceOf } from '../lib/call.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { useOpen } from '../trading/use-open.ts';
import { dismissToast } from '../ui/toast.ts';
import { optionOpened } from './opened.ts';
import { usePositions } from './positions.ts';
import type { Obstacle } from './use-size.ts';

/** Buys at a quoted price, each tap once. */
export function useBuying() {
  const { user } = useAccount();
  const { data: positions } = usePositions(user !== null);
  const opening = useOpen(
    optionOpened,
    positions?.orders,
    useCallback(() => {}, []),
  );
  const buy = ({ symbol, side, seconds, strike, size, premium, rule, slot }: SignedQuote) => {
    if (!opening.isUndecided) opening.reset();
    // A toast about the last order would cover the button of this one.
    dismissToast();
    const struck = isFlash(seconds) ? {} : { strike };
    opening.open({ symbol, side, seconds, ...struck, size, premium, rule, slot });
  };
  return { ...opening, buy };
}

/** Why nothing can be bought; undefined when it can. A lack of money is shown where it can be fixed. */
export function useReason(obstacle: Obstacle | undefined, hasSize: boolean, error: unknown): string | undefined {
  const { t } = useWords();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (lost || paused) return t('contract.closed');
  if (!hasSize) return t('option.noSize');
  if (obstacle && obstacle.kind !== 'short')
    return t(`option.obstacles.${obstacle.kind}`, {
      limit: formatExact(obstacle.limit),
      by: formatExact(obstacle.by),
    });
  return error ? sentenceOf(error) : undefined;
}
