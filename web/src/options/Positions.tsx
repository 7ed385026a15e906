import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../lib/call.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords } from '../lib/words.tsx';
import styles from '../trading/Positions.module.css';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useTapped } from '../ui/use-code.ts';
import { PositionRow } from './PositionRow.tsx';
import { usePositions } from './positions.ts';

const most = 10;

/** What is open, newest first; older ones than fit here are in the records. */
export function Positions() {
  const { t } = useWords();
  const { data, error, refetch } = usePositions(true, true);
  const now = useServerNow((data?.count ?? 0) > 0);
  const [selling, setSelling] = useState<{ order: OptionOrder; shown: boolean }>();
  const close = () => setSelling((before) => before && { ...before, shown: false });
  const SellSheet = useTapped(selling?.shown === true, async () => (await import('./SellSheet.tsx')).SellSheet, close);
  const shown = data?.orders.slice(0, most) ?? [];
  return (
    <section className={styles.section} aria-labelledby="positions">
      <div className={styles.head}>
        <h2 id="positions">
          {t('option.open')} {data && data.count > 0 && <span>{data.count}</span>}
        </h2>
        <span className={styles.links}>
          <Link to="/options/results">{t('contract.toResults')}</Link>
          <Link to="/options/records">
            {t('contract.toRecords')}
            <Icon name="chev" size={14} />
          </Link>
        </span>
      </div>
      {!data && !error && <SkeletonRows rows={2} />}
      {!data && error && (
        <div className={styles.note}>
          <Note tone="error" role="alert" title={t('contract.positionsFailed')}>
            {sentenceOf(error)} {t('contract.positionsSafe')}
          </Note>
          <Button small kind="soft" icon="refresh" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
      {data?.count === 0 && <p className={styles.note}>{t('option.noneOpen')}</p>}
      <ul>
        {shown.map((order) => (
          <PositionRow key={order.id} order={order} now={now} onSell={() => setSelling({ order, shown: true })} />
        ))}
      </ul>
      {data && data.count > 0 && <p className={styles.help}>{t('option.endsAnyway')}</p>}
      {data && data.count > shown.length && (
        <Link className={styles.rest} to="/options/records?outcome=open">
          {t('contract.allOpen', { count: data.count })}
        </Link>
      )}
      {SellSheet && selling && (
        <SellSheet key={selling.order.id} order={selling.order} open={selling.shown} onClose={close} />
      )}
    </section>
  );
}
