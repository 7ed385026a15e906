import { formatDecimal, formatExact, placesOf } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { payoutOf } from '@glasshouse/protocol/contracts/settle';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { OrderSheet } from '../../trading/OrderSheet.tsx';
import { percentOf } from '../../trading/percents.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { KeyValue } from '../../ui/KeyValues.tsx';
import { Money } from '../../ui/Money.tsx';
import { TimeText } from '../../ui/TimeText.tsx';
import { receiptPath } from '../outcome/results.ts';
import { sideOf } from '../side.ts';
import { useStage } from './ContractRow.tsx';

type ContractSheetProps = { order: Order; open: boolean; onClose: () => void };

/** The terms and possible outcomes of an open contract. Once it has ended, the sheet links to the receipt. */
export function ContractSheet({ order, ...shown }: ContractSheetProps) {
  const { t } = useWords();
  const stage = useStage(order);
  const { id, seconds, outcome } = order;
  return (
    <OrderSheet
      {...shown}
      order={order}
      side={sideOf(order)}
      life={t('ui.seconds', { seconds })}
      state={t(outcome === null ? `orders.stage.${stage}` : `orders.outcome.${outcome}`)}
      footer={outcome !== null && <ButtonLink to={receiptPath(id)}>{t('orders.toReceipt')}</ButtonLink>}
    >
      <Sums order={order} />
      <Ticks order={order} />
    </OrderSheet>
  );
}

function Sums({ order: { stake, returnBp } }: { order: Order }) {
  const { t } = useWords();
  const hidden = useHidden();
  const payout = formatUsdt(payoutOf({ stake: parseUnits(stake, 'USDT')!, returnBp }, 'win'));
  const gain = subtractDecimal(payout, stake);
  const working = `${formatExact(stake)} × ${percentOf(returnBp)}`;
  return (
    <>
      <KeyValue label={t('orders.stake')}>
        <Money amount={stake} currency="USDT" decimals={placesOf(stake)} hidden={hidden} />
      </KeyValue>
      <KeyValue label={t('orders.ifRight')} note={hidden ? undefined : working}>
        <Money amount={gain} currency="USDT" decimals={placesOf(gain)} signed hidden={hidden} />
      </KeyValue>
      <KeyValue label={t('orders.ifWrong')}>
        <Money amount={`-${stake}`} currency="USDT" decimals={placesOf(stake)} signed hidden={hidden} />
      </KeyValue>
    </>
  );
}

function Ticks({ order: { entry, headSlot, dueSlot } }: { order: Order }) {
  const { t } = useWords();
  const first = t('orders.firstAfter', { number: tickNumber(headSlot) });
  return (
    <>
      <KeyValue
        label={t('orders.entry')}
        note={entry ? t('orders.tick', { number: tickNumber(entry.slot) }) : undefined}
      >
        {entry ? formatDecimal(entry.price, placesOf(entry.price, 0)) : first}
      </KeyValue>
      <KeyValue label={t('orders.exit')} note={<TimeText at={msOf(dueSlot)} part="time" />}>
        {t('orders.firstFrom', { number: tickNumber(dueSlot) })}
      </KeyValue>
    </>
  );
}
