import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { statementPath, useOverview } from '../lib/assets.ts';
import { sentenceOf } from '../lib/call.ts';
import { toggleHidden, useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { Money } from './Money.tsx';
import { Note } from './Note.tsx';
import { SecondAmount } from './SecondAmount.tsx';
import { Skeleton } from './Skeleton.tsx';
import styles from './Valuation.module.css';

/** Hides or shows all balances of the app. */
export function Eye() {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <IconButton
      icon={hidden ? 'eyeoff' : 'eye'}
      size={18}
      label={t(hidden ? 'ui.showBalances' : 'ui.hideBalances')}
      onClick={toggleHidden}
    />
  );
}

// From this length, the large figure doesn't fit on a narrow phone.
const long = 10;

/** The total of a user's money, with a link to its postings. In a card, the figure is smaller. */
export function Valuation({ card = false, details = true }: { card?: boolean; details?: boolean }) {
  const { t } = useWords();
  const hidden = useHidden();
  const { data } = useOverview();
  const total = data?.total;
  return (
    <div className={classes(card && styles.card)}>
      <div className={styles.label}>
        {t('ui.totalAssets')}
        <Eye />
        {details && (
          <Link className={styles.details} to="/assets">
            {t('ui.details')}
            <Icon name="chev" size={14} />
          </Link>
        )}
      </div>
      {total ? (
        <Link className={classes(styles.sums, !hidden && total.usdt.length > long && styles.long)} to={statementPath()}>
          <span className="vh">{t('titles.statement')}</span>
          <Money amount={total.usdt} currency="USDT" size="hero" hidden={hidden} />
          <SecondAmount usdt={total.usdt} hidden={hidden} />
        </Link>
      ) : (
        <Missing />
      )}
    </div>
  );
}

/** Shown while the figure loads, or if it failed to. */
function Missing() {
  const { t } = useWords();
  const { error, isFetching, refetch } = useOverview();
  if (error) {
    return (
      <div className={styles.failed}>
        <Note tone="error" role="alert" title={t('ui.assetsFailed')}>
          {sentenceOf(error)}
        </Note>
        <Button kind="soft" small icon="refresh" busy={isFetching} onClick={() => void refetch()}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.sums} role="status" aria-busy="true">
      <span className="vh">{t('ui.loading')}</span>
      <span className={styles.figure}>
        <Skeleton width={190} height={30} radius={8} />
      </span>
      <Skeleton width={96} />
    </div>
  );
}
