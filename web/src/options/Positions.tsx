import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sentenceOf } from '../lib/call.ts';
import { useHidden } from '../lib/hidden.ts';
import { Link } from '../lib/router.tsx';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import { partsOf } from '../trading/lines.ts';
import styles from '../trading/Positions.module.css';
import { ResultCard } from '../trading/ResultCard.tsx';
import { ResultRow } from '../trading/ResultRow.tsx';
import { useWaiting } from '../trading/waiting.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useTapped } from '../ui/use-code.ts';
import { options } from './outcome/results.ts';
import { PositionRow } from './PositionRow.tsx';
import { usePositions } from './positions.ts';
import { moneyText } from './quote-facts.ts';
import { useWorths } from './worth.ts';

const maxRows = 10;

type Identified = { id: string };
/** Whether an option is still open according to the list and the unread results. */
const isOpen = ({ id }: Identified, orders: readonly Identified[], waiting: readonly Identified[]): boolean =>
  orders.some((order) => order.id === id) && !waiting.some((result) => result.id === id);

/** Open and recently ended options, newest first, and the newest result. Older ones are in the records. */
export function Positions() {
  const { t } = useWords();
  const { data, error, refetch } = usePositions(true, true);
  const now = useServerNow((data?.count ?? 0) > 0);
  const [selling, setSelling] = useState<{ order: OptionOrder; shown: boolean }>();
  const close = () => setSelling((before) => before && { ...before, shown: false });
  const heading = useRef<HTMLHeadingElement>(null);
  const SellSheet = useTapped(selling?.shown === true, async () => (await import('./SellSheet.tsx')).SellSheet, close);
  const worths = useWorths(data?.orders ?? []);
  const shown = data?.orders.slice(0, maxRows) ?? [];
  const waiting = useWaiting((product) => product === 'option');
  const [above, below] = partsOf(shown, waiting);
  const isGone = selling !== undefined && data !== undefined && !isOpen(selling.order, data.orders, waiting);
  const isShown = selling?.shown === true;
  const closeGone = useEffectEvent(close);
  useEffect(() => {
    if (isGone && isShown) closeGone();
  }, [isGone, isShown]);
  return (
    <section className={styles.section} aria-labelledby="positions">
      <div className={styles.head}>
        <h2 id="positions" ref={heading} tabIndex={-1}>
          {t('option.open')} {data && data.count > 0 && <span>{data.count}</span>}
        </h2>
        <span className={styles.links}>
          <Link to="/options/results">{t('contract.toResults')}</Link>
          <Link to="/records?kind=option">
            {t('contract.toRecords')}
            <Icon name="chev" size={14} />
          </Link>
        </span>
      </div>
      {!data && !error && <SkeletonRows rows={2} />}
      {!data && error && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && waiting.length === 0 && <p className={styles.note}>{t('option.noneOpen')}</p>}
      <ul>
        {above.map(({ id, open, ended }) =>
          open ? (
            <PositionRow
              key={id}
              order={open}
              now={now}
              worth={worths.get(id)}
              onSell={() => setSelling({ order: open, shown: true })}
            />
          ) : (
            ended && <ResultRow key={id} of={options} result={ended} />
          ),
        )}
      </ul>
      {data && data.count > 0 && (
        <p className={styles.help}>
          {worths.size === data.count && <InAll worths={[...worths.values()]} />} {t('option.endsAnyway')}
        </p>
      )}
      {data && data.count > shown.length && (
        <Link className={styles.rest} to="/options/records?outcome=open">
          {t('contract.allOpen', { count: data.count })}
        </Link>
      )}
      <ResultCard of={options} waiting={waiting} />
      <ul>{below.map(({ id, ended }) => ended && <ResultRow key={id} of={options} result={ended} />)}</ul>
      {SellSheet && selling && (
        <SellSheet
          key={selling.order.id}
          order={selling.order}
          open={selling.shown}
          onClose={close}
          {...{ isGone, heading }}
        />
      )}
    </section>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useWords();
  return (
    <div className={styles.note}>
      <Note tone="error" role="alert" title={t('contract.positionsFailed')}>
        {sentenceOf(error)} {t('contract.positionsSafe')}
      </Note>
      <Button small kind="soft" icon="refresh" onClick={onRetry}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  );
}

/** The sum of the amounts in the rows. */
function InAll({ worths }: { worths: readonly bigint[] }) {
  const hidden = useHidden();
  const sum = worths.reduce((total, worth) => total + worth, 0n);
  return <Words k="option.worthInAll" amount={<b>{hidden ? '••••' : moneyText(sum)}</b>} />;
}
