import { formatExact } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { lastSaleSlot } from '@glasshouse/protocol/options/terms';
import type { RefObject } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords } from '../lib/words.tsx';
import { OrderName } from '../trading/OrderName.tsx';
import { Button } from '../ui/Button.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { leftText } from './lives.ts';
import { cent, coinOf, inCents, moneyText, priceText, signedMoney, volatilityText } from './quote-facts.ts';
import { boughtText, sideOf } from './side.ts';
import styles from './Ticket.module.css';
import { useSelling } from './use-selling.ts';

/**
 * A sale is accepted down to a tenth below the displayed amount, because the price moves while the request is on its
 * way.
 */
function minFor(amount: bigint): bigint {
  const least = (amount * 9n + 9n) / 10n;
  return least > cent ? least - (least % cent) : least;
}

type SellSheetProps = {
  order: OptionOrder;
  open: boolean;
  onClose: () => void;
  /**
   * The option has ended or was sold. The button that opened the sheet disappears with it, so this heading gets the
   * focus.
   */
  isGone: boolean;
  heading: RefObject<HTMLElement | null>;
};

/** The current buy-back price of an open option. One press sells it at its value by the tick that accepts the sale. */
export function SellSheet({ order, open, onClose, isGone, heading }: SellSheetProps) {
  const { t } = useWords();
  const now = useServerNow(open);
  const lastSale = msOf(lastSaleSlot(order));
  const isClosed = lastSale < now;
  const isOver = msOf(order.dueSlot) <= now;
  const { bid, error, sell, isSelling, failure } = useSelling(order, open && !isClosed, onClose);
  const problem = isClosed ? undefined : (failure ?? error);
  const least = bid && bid.amount > 0n ? minFor(bid.amount) : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      finalFocus={() => (isSelling || isGone ? heading.current : null)}
      title={t('option.sell.title')}
      footer={
        <div className={styles.act}>
          {problem && (
            <Note tone="error" role="alert">
              {sentenceOf(problem)}
            </Note>
          )}
          <Button
            busy={isSelling}
            disabled={(least === undefined || isClosed) && !isSelling}
            hint={bid && least === undefined && !isClosed ? t('option.sell.nothing') : undefined}
            onClick={() => least !== undefined && sell(formatUsdt(least))}
          >
            {bid ? t('option.sell.act', { amount: moneyText(bid.amount) }) : t('option.sell.title')}
          </Button>
        </div>
      }
    >
      <OrderName symbol={order.symbol} side={sideOf(order)} about={boughtText(order)} />
      {isSelling ? (
        <Note role="status">{t('option.sell.selling')}</Note>
      ) : isClosed ? (
        <Note role="status">{t(isOver ? 'option.sell.over' : 'option.sell.closed')}</Note>
      ) : (
        <Offer order={order} bid={bid} least={least} left={Math.ceil((lastSale - now) / 1000)} />
      )}
    </Sheet>
  );
}

type OfferProps = {
  order: OptionOrder;
  bid: ReturnType<typeof useSelling>['bid'];
  least: bigint | undefined;
  /** Seconds until it can no longer be sold. */
  left: number;
};

/** The amount paid for it now, and how long it can still be sold. */
function Offer({ order, bid, least, left }: OfferProps) {
  const { t } = useWords();
  const coin = coinOf(order.symbol);
  return (
    <>
      <KeyValues>
        <KeyValue label={t('option.sell.until')}>
          <span role="timer" aria-live="off">
            {leftText(left)}
          </span>
        </KeyValue>
        <KeyValue label={t('option.sell.bid')} note={bid && t('orders.tick', { number: tickNumber(bid.by.slot) })}>
          {bid ? `${moneyText(bid.amount)} USDT` : '–'}
        </KeyValue>
        <KeyValue label={t('option.premium')}>{formatExact(order.premium)} USDT</KeyValue>
        <KeyValue label={t('option.sell.change')}>
          {bid ? `${signedMoney(inCents(bid.amount) - inCents(parseUnits(order.premium, 'USDT') ?? 0n))} USDT` : '–'}
        </KeyValue>
        {bid && (
          <KeyValue label={t('option.sell.from')} note={volatilityText(bid.by.volatility)}>
            {priceText(bid.by.price, coin)}
          </KeyValue>
        )}
      </KeyValues>
      <Note>
        {t('option.sell.text')} {least !== undefined && t('option.sell.least', { amount: moneyText(least) })}
      </Note>
    </>
  );
}
