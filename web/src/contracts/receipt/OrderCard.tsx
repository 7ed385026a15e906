import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatExact, formatSigned, placesOf } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { useWords } from '../../lib/words.tsx';
import { Card } from '../../ui/Card.tsx';
import { Coin } from '../../ui/Coin.tsx';
import { TimeText } from '../../ui/TimeText.tsx';
import { decided, priceText, workings } from './order-words.ts';
import styles from './Receipt.module.css';

/** The order, the two ticks that decided it, and the arithmetic in one line. */
export function OrderCard({ order }: { order: Order }) {
  const { t } = useWords();
  const { symbol, direction, seconds, stake, payout } = order;
  const way = direction === 'long' ? 'up' : 'down';
  const change = subtractDecimal(payout ?? stake, stake);
  return (
    <Card>
      <div className={styles.head}>
        <Coin symbol={symbol} size={24} />
        <b>{symbol}/USDT</b>
        <Tag tone={way} icon={way}>
          {t(`contract.${direction}`)}
        </Tag>
        <span className={styles.seconds}>{t('ui.seconds', { seconds })}</span>
        <b className={classes(styles.change, styles[directionOf(change)])}>{formatSigned(change, placesOf(change))}</b>
      </div>
      <dl className={styles.pair}>
        <Side label={t('receipt.entryTick')} order={order} of="entry" />
        <Side label={t('receipt.exitTick')} order={order} of="exit" />
      </dl>
      <p className={styles.formula}>
        {decided(order)}{' '}
        <span>
          {workings(order)} = <b>{formatExact(payout ?? stake)}</b>
        </span>
      </p>
    </Card>
  );
}

function Side({ label, order, of }: { label: string; order: Order; of: 'entry' | 'exit' }) {
  const { t } = useWords();
  const tick = order[of];
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{tick ? priceText(order, tick.price) : '–'}</b>
        <small>
          {tick ? (
            <>
              <span>#{tickNumber(tick.slot)} ·</span> <TimeText at={tick.slot * slotMs} part="time" />
            </>
          ) : (
            t('contract.result.noTick')
          )}
        </small>
      </dd>
    </div>
  );
}
