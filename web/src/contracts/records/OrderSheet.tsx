import { formatDecimal, formatExact, placesOf } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { payoutOf } from '@glasshouse/protocol/contracts/settle';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { msOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import { percentOf } from '../../trading/percents.ts';
import styles from '../../trading/Records.module.css';
import { ButtonLink } from '../../ui/Button.tsx';
import { KeyValue, KeyValues } from '../../ui/KeyValues.tsx';
import { Money } from '../../ui/Money.tsx';
import { Note } from '../../ui/Note.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TimeText } from '../../ui/TimeText.tsx';
import { Direction } from './OrderRow.tsx';
import { useStage } from './use-stage.ts';

type OrderSheetProps = { order: Order; open: boolean; onClose: () => void };

/** What was agreed for an open order, and what it can come to. It turns into the way to the receipt once the order has ended. */
export function OrderSheet({ order, open, onClose }: OrderSheetProps) {
  const { t } = useWords();
  const stage = useStage(order);
  const { id, symbol, seconds, at } = order;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`${symbol}/USDT`}
      footer={order.outcome !== null && <ButtonLink to={`/contract/receipt/${id}`}>{t('orders.toReceipt')}</ButtonLink>}
    >
      <p className={styles.terms}>
        <Direction of={order} />
        <span>{t('ui.seconds', { seconds })}</span>
        <Tag>{t(order.outcome === null ? `orders.stage.${stage}` : `orders.outcome.${order.outcome}`)}</Tag>
      </p>
      <KeyValues>
        <Sums order={order} />
        <Ticks order={order} />
        <KeyValue label={t('orders.accepted')}>
          <TimeText at={at} />
        </KeyValue>
        <KeyValue label={t('orders.id')}>
          <code className={styles.id}>{id}</code>
        </KeyValue>
      </KeyValues>
      {order.outcome === null && <Note>{t('orders.settlesAnyway')}</Note>}
    </Sheet>
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
