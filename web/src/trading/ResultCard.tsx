import { classes } from '@glasshouse/kit/classes.ts';
import { placesOfMoney } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useId } from 'react';
import { useHandsOnOwnFocus } from '../lib/focus.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Coin } from '../ui/Coin.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './ResultCard.module.css';
import { type Face, type ResultSource, useResult } from './result.ts';
import { SideTag } from './SideTag.tsx';
import { useScrollToResult } from './scroll-to-order.ts';
import { openFullSheet, type ResultRef, sendAway } from './waiting.ts';

type ResultCardProps<O> = {
  of: ResultSource<O>;
  /** All unread results of this page, oldest first. The newest is shown; the others are in the records. */
  waiting: readonly ResultRef[];
};

/**
 * The newest result, shown until it is read, dismissed or replaced by a later one. Dismissing it also dismisses the
 * older ones. Not a live region, because the result is announced once, elsewhere.
 */
export function ResultCard<O>({ of, waiting }: ResultCardProps<O>) {
  const newest = waiting.at(-1);
  const order = useResult(of, newest);
  if (!newest || order === undefined) return null;
  return <Shown key={newest.id} {...{ newest, waiting }} face={of.faceOf(order)} />;
}

type ShownProps = { newest: ResultRef; face: Face; waiting: readonly ResultRef[] };

function Shown({ newest, face, waiting }: ShownProps) {
  const { t } = useWords();
  const title = useId();
  useHandsOnOwnFocus();
  const card = useScrollToResult(newest.id);
  // The linked records are those of one product.
  const more = waiting.filter(({ product }) => product === newest.product).length - 1;
  return (
    <section ref={card} className={styles.card} aria-labelledby={title}>
      <h3 id={title} className="vh">
        {t('contract.result.title')}
      </h3>
      <ResultContent face={face} onOpen={() => openFullSheet(newest)} />
      <IconButton
        icon="close"
        size={18}
        quiet
        className={styles.away}
        label={t('contract.result.dismiss')}
        onClick={() => sendAway(waiting)}
      />
      <div className={styles.acts}>
        <ButtonLink small kind="proof" icon="proof" to={face.receipt}>
          {t('contract.result.verify')}
        </ButtonLink>
        <Button small kind="soft" onClick={face.again}>
          {t('contract.result.again')}
        </Button>
        {more > 0 && (
          <Link className={styles.more} to={face.records}>
            {t('contract.result.more', { count: more })}
            <Icon name="chev" size={14} />
          </Link>
        )}
      </div>
    </section>
  );
}

/** Every result has the same shape, size and tone; only sign, text and color differ. */
function ResultContent({ face, onOpen }: { face: Face; onOpen: () => void }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { symbol, side, about, change, outcome, from, to } = face;
  return (
    <div className={styles.came}>
      <p className={styles.line}>
        <Coin symbol={symbol} size={20} />
        <button type="button" className={styles.open} onClick={onOpen}>
          <b>{symbol}</b>
          <span className="vh">{t('contract.result.whole')}</span>
        </button>
        <SideTag side={side} />
        <small>{about}</small>
      </p>
      <p className={styles.line}>
        <Tag tone={outcome.tone} icon={outcome.icon}>
          {outcome.name}
        </Tag>
        <b className={classes(styles.change, !hidden && styles[outcome.tone])}>
          <Money amount={change} decimals={placesOfMoney(change)} currency="USDT" signed hidden={hidden} />
        </b>
      </p>
      {from && to && (
        <small className={styles.path}>
          {from.name} <b>{from.price}</b> → {to.name} <b>{to.price}</b>
        </small>
      )}
    </div>
  );
}
