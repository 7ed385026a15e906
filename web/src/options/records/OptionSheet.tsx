import { formatDecimal, formatExact, placesOf } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import { msOf } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { breakEvenOf } from '@glasshouse/protocol/options/quote';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { OrderSheet } from '../../trading/OrderSheet.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { KeyValue } from '../../ui/KeyValues.tsx';
import { Money } from '../../ui/Money.tsx';
import { TimeText } from '../../ui/TimeText.tsx';
import { termText } from '../lives.ts';
import { receiptPath } from '../outcome/results.ts';
import { coinOf, optionFrom, volatilityText } from '../quote-facts.ts';
import { sideOf } from '../side.ts';

type OptionSheetProps = { order: OptionOrder; open: boolean; onClose: () => void };

/** The terms of an open option. Once it has ended, the sheet links to the receipt. */
export function OptionSheet({ order, ...shown }: OptionSheetProps) {
  const { t } = useWords();
  const { id, symbol, seconds, outcome } = order;
  return (
    <OrderSheet
      {...shown}
      order={order}
      side={sideOf(order)}
      life={termText(order)}
      state={t(`option.outcome.${outcome ?? 'open'}`)}
      footer={
        outcome === null ? (
          <ButtonLink kind="soft" to={`/options?symbol=${symbol}&life=${seconds}`}>
            {t('option.toSell')}
          </ButtonLink>
        ) : (
          <ButtonLink to={receiptPath(id)}>{t('orders.toReceipt')}</ButtonLink>
        )
      }
    >
      <Terms order={order} />
    </OrderSheet>
  );
}

function Terms({ order }: { order: OptionOrder }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { symbol, strike, size, premium, quote, dueSlot } = order;
  const { decimals } = coinOf(symbol);
  const even = writeDecimal(breakEvenOf(optionFrom(order), parseUnits(premium, 'USDT') ?? 0n), decimals);
  const tick = t('orders.tick', { number: tickNumber(quote.slot) });
  return (
    <>
      <KeyValue label={t('option.premium')} note={t('option.mostLost')}>
        <Money amount={premium} currency="USDT" decimals={placesOf(premium)} hidden={hidden} />
      </KeyValue>
      <KeyValue label={t('option.size')}>
        {formatExact(size)} {symbol}
      </KeyValue>
      <KeyValue label={t('option.strike')}>{formatDecimal(strike, decimals)}</KeyValue>
      <KeyValue label={t('option.breakEven')}>{formatDecimal(even, decimals)}</KeyValue>
      <KeyValue label={t('option.quotedBy')} note={`${tick} · ${volatilityText(quote.volatility)}`}>
        {formatDecimal(quote.price, decimals)}
      </KeyValue>
      <KeyValue label={t('orders.exit')} note={<TimeText at={msOf(dueSlot)} />}>
        {t('orders.tick', { number: tickNumber(dueSlot) })}
      </KeyValue>
    </>
  );
}
