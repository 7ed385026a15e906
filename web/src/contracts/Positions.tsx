import { Icon } from '@glasshouse/kit/Icon.tsx';
import { sentenceOf } from '../lib/call.ts';
import { Link } from '../lib/router.tsx';
import { openSheet } from '../lib/sheets.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords } from '../lib/words.tsx';
import { partsOf } from '../trading/lines.ts';
import styles from '../trading/Positions.module.css';
import { ResultRow } from '../trading/ResultRow.tsx';
import { useWaiting } from '../trading/waiting.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { ContractCard } from './outcome/ContractCard.tsx';
import { contracts } from './outcome/results.ts';
import { PositionRow } from './PositionRow.tsx';
import { usePositions } from './positions.ts';

const maxRows = 10;

/** Open and recently ended contracts, newest first, and the newest result. Older ones are in the records. */
export function Positions() {
  const { t } = useWords();
  const { data, error, refetch } = usePositions(true, true);
  const now = useServerNow((data?.count ?? 0) > 0);
  const shown = data?.orders.slice(0, maxRows) ?? [];
  const ended = useWaiting((product) => product === 'contract');
  const [above, below] = partsOf(shown, ended);
  return (
    <section className={styles.section} aria-labelledby="positions">
      <div className={styles.head}>
        <h2 id="positions">
          {t('contract.positions')} {data && data.count > 0 && <span>{data.count}</span>}
        </h2>
        <span className={styles.links}>
          <Link to="/contract/results">{t('contract.toResults')}</Link>
          <Link to="/records?kind=contract">
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
      {data?.count === 0 && ended.length === 0 && <Nothing />}
      <ul>
        {above.map(({ id, open, ended: result }) =>
          open ? (
            <PositionRow key={id} order={open} now={now} />
          ) : (
            result && <ResultRow key={id} of={contracts} result={result} />
          ),
        )}
      </ul>
      {data && data.count > shown.length && (
        <Link className={styles.rest} to="/contract/records?outcome=open">
          {t('contract.allOpen', { count: data.count })}
        </Link>
      )}
      <ContractCard />
      <ul>{below.map(({ id, ended: result }) => result && <ResultRow key={id} of={contracts} result={result} />)}</ul>
    </section>
  );
}

function Nothing() {
  const { t } = useWords();
  return (
    <div className={styles.nothing}>
      <p>{t('contract.emptyText')}</p>
      <Button small kind="soft" onClick={() => openSheet('results')}>
        {t('contract.action')}
      </Button>
    </div>
  );
}
