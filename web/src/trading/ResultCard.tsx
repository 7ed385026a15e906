import { classes } from '@glasshouse/kit/classes.ts';
import { placesOfMoney } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useId, useLayoutEffect } from 'react';
import { useHandsOnOwnFocus } from '../lib/focus.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link, useNavigate } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Coin } from '../ui/Coin.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Money } from '../ui/Money.tsx';
import { tellHeight } from '../ui/tell-height.ts';
import { useShowEnded } from './placed.ts';
import styles from './ResultCard.module.css';
import { type Face, type Told, useResult } from './result.ts';
import { SideTag } from './SideTag.tsx';
import { type Named, sendAway, showWhole } from './waiting.ts';

type ResultCardProps<O> = {
  of: Told<O>;
  /** All that waits, oldest first: the newest is shown, the others of its product are in the records. */
  waiting: readonly Named[];
  /** Over the foot of another page, instead of where the position was. */
  floats?: boolean;
};

const keepRoom = tellHeight('--gh-card');

/** The newest result, waiting until it is read, sent away or a later one takes its place. Not a live region: it is read out elsewhere, once. */
export function ResultCard<O>({ of, waiting, floats = false }: ResultCardProps<O>) {
  const newest = waiting.at(-1);
  const order = useResult(of, newest);
  if (!newest || order === undefined) return null;
  return <Shown key={newest.id} {...{ newest, waiting, floats }} face={of.faceOf(order)} />;
}

type ShownProps = Omit<ResultCardProps<unknown>, 'of' | 'floats'> & {
  newest: Named;
  face: Face;
  floats: boolean;
};

function Shown({ newest, face, waiting, floats }: ShownProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const title = useId();
  useHandsOnOwnFocus();
  const card = useShowEnded(newest.id, floats);
  useLayoutEffect(() => {
    if (floats) return keepRoom(card.current);
  }, [floats, card]);
  const own = waiting.filter(({ product }) => product === newest.product);
  const more = own.length - 1;
  const again = () => {
    face.again.fill();
    // On that page already, another entry would make Back lead nowhere.
    if (floats) void navigate(face.again.to);
  };
  return (
    <section ref={card} className={classes(styles.card, floats && styles.floats)} aria-labelledby={title}>
      <h3 id={title} className="vh">
        {t('contract.result.title')}
      </h3>
      <Came face={face} onOpen={() => showWhole(newest)} />
      <IconButton
        icon="close"
        size={18}
        quiet
        className={styles.away}
        label={t('contract.result.dismiss')}
        onClick={() => sendAway(own)}
      />
      <div className={styles.acts}>
        <ButtonLink small kind="proof" icon="proof" to={face.receipt}>
          {t('contract.result.verify')}
        </ButtonLink>
        <Button small kind="soft" onClick={again}>
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

/** Every end has the same shape, size and calm; only sign, word and colour differ. */
function Came({ face, onOpen }: { face: Face; onOpen: () => void }) {
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
