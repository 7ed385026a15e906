import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import styles from '../../trading/Records.module.css';
import { Coin } from '../../ui/Coin.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Money } from '../../ui/Money.tsx';
import { Row } from '../../ui/Row.tsx';
import { useStage } from './use-stage.ts';

/** One order: what it was, and what it came to. An ended one leads to its receipt. */
export function OrderRow({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { id, symbol, seconds, stake, at, outcome } = order;
  const face = {
    lead: <Coin symbol={symbol} size={36} />,
    title: (
      <span className={styles.title}>
        {symbol}
        <Direction of={order} />
      </span>
    ),
    sub: (
      <span className={styles.facts}>
        <span>{formatTime(at, 'time')}</span>
        <span>{t('ui.seconds', { seconds })}</span>
        {outcome !== null && (
          <span>
            <Money amount={stake} hidden={hidden} />
          </span>
        )}
      </span>
    ),
    value: outcome === null ? <Stage order={order} /> : <Result order={order} />,
  };
  return outcome === null ? <Row {...face} onPress={onOpen} /> : <Row {...face} to={`/contract/receipt/${id}`} />;
}

/** Long or short, with its arrow and its word. */
export function Direction({ of: { direction } }: { of: Order }) {
  const { t } = useWords();
  const way = direction === 'long' ? 'up' : 'down';
  return (
    <Tag tone={way} icon={way}>
      {t(`contract.${direction}`)}
    </Tag>
  );
}

function Result({ order: { stake, payout, outcome } }: { order: Order }) {
  const { t } = useWords();
  const hidden = useHidden();
  const profit = subtractDecimal(payout!, stake);
  return (
    <Figures below={<small>{t(`orders.outcome.${outcome!}`)}</small>}>
      <span className={classes(!hidden && styles[directionOf(profit)])}>
        <Money amount={profit} signed hidden={hidden} />
      </span>
    </Figures>
  );
}

function Stage({ order }: { order: Order }) {
  const { t } = useWords();
  const hidden = useHidden();
  const stage = useStage(order);
  return (
    <Figures below={<small>{t(`orders.stage.${stage}`)}</small>}>
      <Money amount={order.stake} hidden={hidden} />
    </Figures>
  );
}
