import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { Quote } from '@glasshouse/protocol/options/calls';
import type { ReactNode } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { ConfirmFrame, MoveLine } from '../trading/ConfirmFrame.tsx';
import { shareText } from '../trading/percents.ts';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { QuoteTimer } from './QuoteTimer.tsx';
import { coinOf, exactMoney, type Facts, moneyText, priceText } from './quote-facts.ts';
import { sideOf } from './side.ts';
import type { Obstacle } from './size.ts';
import type { useBuying } from './use-buying.ts';
import type { useMoney } from './use-size.ts';

export type ConfirmProps = {
  symbol: string;
  money: ReturnType<typeof useMoney>;
  buying: ReturnType<typeof useBuying>;
  factsOf: (side: Side) => Facts;
  /** The newest valid quote; `undefined` while one is requested. */
  quoteOf: (side: Side) => Quote | undefined;
  reason: string | undefined;
  obstacle: Obstacle | undefined;
  /** Strike, end and size. */
  children: ReactNode;
};

/** The confirmation of an option, at the newest valid quote. */
export function ConfirmSheet({ symbol, money, buying, factsOf, quoteOf, reason, obstacle, children }: ConfirmProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const side = buying.confirming.order ?? 'call';
  const { premium, average, breakEven, chance } = factsOf(side);
  const quote = quoteOf(side);
  const after = (parseUnits(money.held ?? '0', 'USDT') ?? 0n) - premium;
  const move = obstacle === undefined ? money.drawFor(formatUsdt(premium)) : undefined;
  const lacks =
    obstacle?.kind === 'short' && t('option.missing', { by: moneyText(parseUnits(obstacle.by, 'USDT') ?? 0n) });
  return (
    <ConfirmFrame
      confirming={buying.confirming}
      symbol={symbol}
      side={sideOf({ side })}
      glance={[
        { name: t('option.chance'), figure: shareText(chance) },
        { name: t('option.breakEven'), figure: priceText(breakEven, coinOf(symbol)) },
        { name: t('option.confirm.average'), figure: moneyText(-average) },
      ]}
      holds={!money.practice && (quote || !reason) && <QuoteTimer slot={quote?.slot} then />}
      opening={buying}
      reason={reason ?? (lacks || undefined)}
      cannot={obstacle !== undefined || !quote}
      act={t(`option.buy.${side}`, { amount: exactMoney(premium) })}
      canSilence={!move && !money.practice}
      onConfirm={() => quote && buying.buy(quote)}
    >
      <KeyValues>
        {children}
        <MoveLine move={move} />
        {money.held !== undefined && after >= 0n && (
          <KeyValue label={t(money.practice ? 'contract.practice.after' : 'option.confirm.after')}>
            {hidden ? '••••' : moneyText(after)} USDT
          </KeyValue>
        )}
      </KeyValues>
      <Note>{t('option.confirm.most')}</Note>
    </ConfirmFrame>
  );
}
