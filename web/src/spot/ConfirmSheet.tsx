import { formatDecimal, formatExact, formatMoney } from '@glasshouse/kit/format.ts';
import { formatUnits, parseUnits } from '@glasshouse/protocol/money';
import { worthOf } from '@glasshouse/protocol/spot/settle';
import type { Side } from '@glasshouse/protocol/spot/terms';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { ConfirmFrame, MoveLine } from '../trading/ConfirmFrame.tsx';
import type { Opening } from '../trading/OpenProblem.tsx';
import { spreadText } from '../trading/percents.ts';
import type { Confirming } from '../trading/use-confirming.ts';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { costOfBoth, priceWithSpread } from './amounts.ts';
import { amountText, type Ticket } from './use-ticket.ts';

type ConfirmSheetProps = {
  ticket: Ticket;
  confirming: Confirming<Side>;
  opening: Opening & { isPending: boolean };
  reason: string | undefined;
  act: string;
  onConfirm: () => void;
};

/** The confirmation of a spot order. The next tick decides the price, so the received amount is approximate. */
export function ConfirmSheet({ ticket, confirming, opening, reason, act, onConfirm }: ConfirmSheetProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const { quote, coin, side, given, received, gives, gets, own, rules, obstacle, practice } = ticket;
  const move = obstacle === undefined ? ticket.move : undefined;
  const spread = spreadText(rules.spreadBp);
  const left = (parseUnits(own ?? '0', gives) ?? 0n) - given;
  return (
    <ConfirmFrame
      confirming={confirming}
      symbol={coin.symbol}
      side={{ way: side === 'buy' ? 'up' : 'down', name: t(`spot.${side}`) }}
      glance={[{ name: t('spot.receive'), figure: `≈ ${amountText(received, gets)} ${gets}` }]}
      opening={opening}
      reason={reason}
      cannot={obstacle !== undefined || given === 0n}
      act={act}
      canSilence={!move && !practice}
      onConfirm={onConfirm}
    >
      <KeyValues>
        <KeyValue label={t('spot.price')} note={t('spot.afterOrder')}>
          {t('spot.nextTick')}
        </KeyValue>
        {quote && (
          <>
            <KeyValue label={t('spot.spread', { spread })}>
              {t('spot.about', { amount: formatDecimal(priceWithSpread(quote), coin.decimals) })}
            </KeyValue>
            <KeyValue label={t('spot.both')} note={t('spot.standsStill')}>
              {t('spot.costs', {
                amount: `${formatDecimal(costOfBoth(quote, side === 'buy' ? given : worthOf(coin.id, given, quote.price)))} USDT`,
              })}
            </KeyValue>
          </>
        )}
        <MoveLine move={move} />
        {left >= 0n && (
          <KeyValue label={t(practice ? 'contract.practice.after' : 'spot.confirm.after')}>
            {hidden ? '••••' : (gives === 'USDT' ? formatMoney : formatExact)(formatUnits(left, gives))} {gives}
          </KeyValue>
        )}
      </KeyValues>
    </ConfirmFrame>
  );
}
