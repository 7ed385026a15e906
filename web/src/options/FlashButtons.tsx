import type { Side } from '@glasshouse/protocol/options/black-scholes';
import { useId } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { costInCents, type Facts, sides, wayOf } from './quote-facts.ts';
import type { Obstacle } from './size.ts';
import styles from './Ticket.module.css';
import type { useBuying } from './use-buying.ts';
import { type QuotePair, useFairness } from './use-option-quotes.ts';

type FlashButtonsProps = {
  facts: Record<Side, Facts>;
  held: QuotePair | undefined;
  reason: string | undefined;
  obstacle: Obstacle | undefined;
  buying: ReturnType<typeof useBuying>;
};

/** Call and put, each with the price at which a tap buys. */
export function FlashButtons({ facts, held, reason, obstacle, buying }: FlashButtonsProps) {
  const { t } = useWords();
  const hint = useId();
  const isFair = useFairness();
  const isWrong = held !== undefined && !sides.every((side) => isFair(held[side]));
  const message = isWrong ? t('option.unfair') : reason;
  const isShort = obstacle?.kind === 'short';
  const cannot = message !== undefined || obstacle !== undefined || held === undefined;
  return (
    <>
      <div className={styles.sides}>
        {sides.map((side) => {
          const isBought = buying.isPending && buying.wish?.side === side;
          return (
            <Button
              key={side}
              kind={wayOf(side)}
              icon={isBought ? undefined : wayOf(side)}
              sub={t(`option.means.${side}`)}
              busy={isBought}
              disabled={(cannot || buying.isPending) && !isBought}
              aria-describedby={message ? hint : isShort ? 'option-short' : undefined}
              onClick={() => held && buying.press(held[side])}
            >
              {t('option.buttonAt', { side: t(`option.${side}`), amount: costInCents(facts[side].premium) })}
            </Button>
          );
        })}
      </div>
      {message && (
        <p id={hint} className={styles.reason}>
          {message}
        </p>
      )}
    </>
  );
}
