import { shortHash } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { coinBySymbol, formatPrice } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import type { Checked } from '@glasshouse/protocol/orders/receipt';
import { useId } from 'react';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { ShownReceipt } from './products/product.ts';
import { priceText, tickName } from './products/words.ts';
import styles from './Receipt.module.css';
import { type Row, rowsOf, type Tick } from './tape-rows.ts';

type TapeTableProps = { receipt: ShownReceipt; checked: Checked | undefined };

/** The tape around the two deciding ticks. */
export function TapeTable({ receipt, checked }: TapeTableProps) {
  const { t } = useWords();
  const id = useId();
  const tape = checked?.checks.find(({ name }) => name === 'tape');
  const wrongSlot = tape?.differs?.slot;
  return (
    <Card aria-labelledby={id} className={styles.tape}>
      <div className={styles.title}>
        <h2 id={id}>{t('tape.title')}</h2>
        <Link to="/market?view=tape">
          {t('receipt.wholeTape')}
          <Icon name="chev" size={14} />
        </Link>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('tape.tick')}</th>
            <th scope="col">{t('tape.time')}</th>
            <th scope="col">{t('receipt.price')}</th>
            <th scope="col">{t('tape.root')}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(receipt, wrongSlot).map((row) => (
            <Line
              key={row.kind === 'tick' ? row.tick.slot : `after ${row.after}`}
              row={row}
              receipt={receipt}
              tapeHolds={tape?.ok === true}
              wrongSlot={wrongSlot}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type LineProps = { row: Row; receipt: ShownReceipt; tapeHolds: boolean; wrongSlot: number | undefined };

function Line({ row, receipt, tapeHolds, wrongSlot }: LineProps) {
  const { t } = useWords();
  if (row.kind !== 'tick') {
    const count = row.kind === 'between' ? row.count : 0;
    const seconds = row.kind === 'between' ? 0 : (row.slots * slotMs) / 1000;
    return (
      <tr className={styles.gap}>
        <td colSpan={4}>
          {row.kind !== 'between'
            ? t(row.kind === 'silence' ? 'receipt.silence' : 'receipt.apart', { seconds })
            : t(tapeHolds ? 'receipt.betweenChecked' : 'receipt.between', { count })}
        </td>
      </tr>
    );
  }
  const { tick, of } = row;
  const [begin, end] = shortHash(tick.hash).split('…');
  return (
    <tr className={of && styles.hit} data-wrong={tick.slot === wrongSlot || undefined}>
      <td>{of ? t(`receipt.marks.${of}`) : tickName(tick.slot)}</td>
      <td>
        <TimeText at={tick.slot * slotMs} part="time" />
        <small>.{((tick.slot * slotMs) % 1000) / 100}</small>
      </td>
      <td>{shownPrice(receipt, tick)}</td>
      <td>
        <code>
          {begin}…<span>{end}</span>
        </code>
      </td>
    </tr>
  );
}

const shownPrice = ({ order }: ShownReceipt, { price }: Tick) =>
  priceText(order, formatPrice(BigInt(price), coinBySymbol(order.symbol)?.decimals ?? 0));
