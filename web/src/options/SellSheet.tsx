import { formatExact, formatSigned, placesOf } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { sentenceOf } from '../lib/call.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Held } from './Held.tsx';
import { coinOf, priceText, reckonedFrom, volatilityText } from './reckon.ts';
import styles from './Ticket.module.css';
import { useSelling } from './use-selling.ts';

type SellSheetProps = { order: OptionOrder; open: boolean; onClose: () => void };

/** What an open option is bought back for, signed and held for some seconds; one press sells it. */
export function SellSheet({ order, open, onClose }: SellSheetProps) {
  const { t } = useWords();
  const now = useServerNow(open);
  const isOver = msOf(order.dueSlot) <= now;
  const { bid, error, sell, isSelling, failure } = useSelling(order, open && !isOver, onClose);
  const problem = isOver ? undefined : (failure ?? error);
  const change = bid && subtractDecimal(bid.amount, order.premium);
  const coin = coinOf(order.symbol);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('option.sell.title')}
      footer={
        <div className={styles.act}>
          {problem && (
            <Note tone="error" role="alert">
              {sentenceOf(problem)}
            </Note>
          )}
          <p className={styles.held}>{!isOver && <Held slot={bid?.slot} then />}</p>
          <Button busy={isSelling} disabled={(!bid || isOver) && !isSelling} onClick={() => bid && sell(bid)}>
            {bid ? t('option.sell.act', { amount: formatExact(bid.amount) }) : t('option.sell.title')}
          </Button>
        </div>
      }
    >
      {isOver && <Note role="status">{t('option.sell.over')}</Note>}
      <KeyValues>
        <KeyValue label={t('option.sell.bid')} note={bid && t('orders.tick', { number: tickNumber(bid.slot) })}>
          {bid ? `${formatExact(bid.amount)} USDT` : '–'}
        </KeyValue>
        <KeyValue label={t('option.premium')}>{formatExact(order.premium)} USDT</KeyValue>
        <KeyValue label={t('option.sell.change')}>
          {change === undefined ? '–' : `${formatSigned(change, placesOf(change))} USDT`}
        </KeyValue>
        {bid && (
          <KeyValue label={t('option.sell.from')} note={volatilityText(bid.volatility)}>
            {priceText(reckonedFrom(bid, coin).price, coin)}
          </KeyValue>
        )}
      </KeyValues>
      <Note>{t('option.sell.text')}</Note>
    </Sheet>
  );
}
