import { classes } from '@glasshouse/kit/classes.ts';
import { formatSigned, placesOfMoney } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { OrderName } from './OrderName.tsx';
import styles from './Result.module.css';
import { type ResultSource, useResult } from './result.ts';
import type { Side } from './SideTag.tsx';
import { sendAway, useOpened } from './waiting.ts';

type ResultFrameProps<O> = { of: ResultSource<O>; children: (order: O) => ReactNode };

/** The results of orders, one after the other if several have ended. */
export function ResultFrame<O>({ of, children }: ResultFrameProps<O>) {
  const { t } = useWords();
  const opened = useOpened(of.product);
  const [first] = opened;
  const order = useResult(of, first);
  const more = opened.length - 1;
  return (
    <Sheet
      open={order !== undefined}
      onClose={() => sendAway(opened)}
      title={t('contract.result.title')}
      footer={
        first &&
        order !== undefined && (
          <div className={styles.acts}>
            <ButtonLink kind="proof" icon="proof" to={of.faceOf(order).receipt}>
              {t('contract.result.verify')}
            </ButtonLink>
            <Button onClick={() => sendAway([first])}>
              {more > 0 ? t('contract.result.next', { count: more }) : t('contract.result.done')}
            </Button>
          </div>
        )
      }
    >
      {order !== undefined && children(order)}
    </Sheet>
  );
}

type ResultHeadProps = {
  symbol: string;
  side: Side;
  /** Duration and amount. */
  about: string;
  change: string;
  outcome: { tone: 'up' | 'down' | 'neutral'; icon: IconName; name: string };
  reason: string;
};

/**
 * The order, its profit or loss, and the reason. Every result has the same shape, size and tone; only sign, text and
 * color differ.
 */
export function ResultHead({ symbol, side, about, change, outcome, reason }: ResultHeadProps) {
  return (
    <>
      <OrderName symbol={symbol} side={side} about={about} />
      <p className={styles.hero}>
        <b className={classes(styles.change, styles[outcome.tone])}>{formatSigned(change, placesOfMoney(change))}</b>
        <span className={styles.unit}>USDT</span>
        <Tag tone={outcome.tone} icon={outcome.icon}>
          {outcome.name}
        </Tag>
      </p>
      <p className={styles.reason}>{reason}</p>
    </>
  );
}
