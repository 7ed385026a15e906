import { classes } from '@glasshouse/kit/classes.ts';
import { formatSigned, placesOf } from '@glasshouse/kit/format.ts';
import type { IconName } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Coin } from '../ui/Coin.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import styles from './Result.module.css';
import type { Waiting } from './waiting.ts';

type ResultFrameProps<O> = {
  of: Waiting<O>;
  /** Where its receipt is. */
  receipt: (order: O) => string;
  children: (order: O) => ReactNode;
};

/** What an order came to, one after the other if several have ended. */
export function ResultFrame<O extends { id: string }>({ of, receipt, children }: ResultFrameProps<O>) {
  const { t } = useWords();
  const waiting = of.useWaiting((results) => results.waiting);
  const order = waiting[0];
  const more = waiting.length - 1;
  return (
    <Sheet
      open={order !== undefined}
      onClose={of.closeResults}
      title={t('contract.result.title')}
      footer={
        order && (
          <div className={styles.acts}>
            <ButtonLink kind="proof" icon="proof" to={receipt(order)}>
              {t('contract.result.verify')}
            </ButtonLink>
            <Button onClick={more > 0 ? of.nextResult : of.closeResults}>
              {more > 0 ? t('contract.result.next', { count: more }) : t('contract.result.done')}
            </Button>
          </div>
        )
      }
    >
      {order && children(order)}
    </Sheet>
  );
}

type ResultHeadProps = {
  symbol: string;
  side: { way: 'up' | 'down'; name: string };
  /** How long it ran, and how much of it there was. */
  about: string;
  change: string;
  outcome: { tone: 'up' | 'down' | 'neutral'; icon: IconName; name: string };
  reason: string;
};

/** What it was, what it brought, and why. Every end has the same shape, size and calm; only sign, word and colour differ. */
export function ResultHead({ symbol, side, about, change, outcome, reason }: ResultHeadProps) {
  return (
    <>
      <p className={styles.what}>
        <Coin symbol={symbol} size={24} />
        <b>{symbol}/USDT</b>
        <Tag tone={side.way} icon={side.way}>
          {side.name}
        </Tag>
        <span>{about}</span>
      </p>
      <p className={styles.hero}>
        <b className={classes(styles.change, styles[outcome.tone])}>{formatSigned(change, placesOf(change))}</b>
        <span className={styles.unit}>USDT</span>
        <Tag tone={outcome.tone} icon={outcome.icon}>
          {outcome.name}
        </Tag>
      </p>
      <p className={styles.reason}>{reason}</p>
    </>
  );
}
