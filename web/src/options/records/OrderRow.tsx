import { classes } from '@glasshouse/kit/classes.ts';
import { directionOf, formatExact, formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { subtractDecimal } from '@glasshouse/protocol/decimal';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { useHidden } from '../../lib/hidden.ts';
import { useWords } from '../../lib/words.tsx';
import styles from '../../trading/Records.module.css';
import { Coin } from '../../ui/Coin.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Money } from '../../ui/Money.tsx';
import { Row } from '../../ui/Row.tsx';
import { lifeText } from '../lives.ts';
import { receiptPath } from '../outcome/result-words.ts';
import { wayOf } from '../reckon.ts';

/** One option: what it was, and what it came to. An ended one leads to its receipt. */
export function OrderRow({ order, onOpen }: { order: OptionOrder; onOpen: () => void }) {
  useWords();
  const { id, symbol, seconds, size, at, outcome } = order;
  const face = {
    lead: <Coin symbol={symbol} size={36} />,
    title: (
      <span className={styles.title}>
        {symbol}
        <SideTag side={order.side} />
      </span>
    ),
    sub: (
      <span className={styles.facts}>
        <span>{formatTime(at, 'time')}</span>
        <span>{lifeText(seconds)}</span>
        <span>
          {formatExact(size)} {symbol}
        </span>
      </span>
    ),
    value: <Came order={order} />,
  };
  if (outcome === null) return <Row {...face} onPress={onOpen} />;
  return <Row {...face} to={receiptPath(id)} />;
}

/** Call or put, with its arrow and its word. */
export function SideTag({ side }: Pick<OptionOrder, 'side'>) {
  const { t } = useWords();
  return (
    <Tag tone={wayOf(side)} icon={wayOf(side)}>
      {t(`option.${side}`)}
    </Tag>
  );
}

/** What it brought, or what was paid for it while it is open. */
function Came({ order: { premium, payout, outcome } }: { order: OptionOrder }) {
  const { t } = useWords();
  const hidden = useHidden();
  const below = <small>{t(`option.outcome.${outcome ?? 'open'}`)}</small>;
  if (outcome === null)
    return (
      <Figures below={below}>
        <Money amount={premium} hidden={hidden} />
      </Figures>
    );
  const profit = subtractDecimal(payout!, premium);
  return (
    <Figures below={below}>
      <span className={classes(!hidden && styles[directionOf(profit)])}>
        <Money amount={profit} signed hidden={hidden} />
      </span>
    </Figures>
  );
}
