import { formatTime, formatWhole } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { changesMax, showChanges } from '@glasshouse/protocol/backoffice/dashboard';
import { useAsk } from '../lib/ask.ts';
import { actionWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';

/** The changes by colleagues since this operator was last here. Nothing is shown the first time. */
export function SinceLastHere() {
  const { t } = useWords();
  const may = useMay();
  const { data } = useAsk(showChanges, {}, { every: 60_000 });
  if (!data?.since) return null;
  const { since, changes } = data;
  const logOf = (action: string) => `/audit?${new URLSearchParams({ action, from: since.slice(0, 10) })}`;
  return (
    <Card title={t('dashboard.since.title')}>
      <p className={styles.about}>{t('dashboard.since.about', { time: formatTime(since) })}</p>
      {changes.length === 0 ? (
        <Blank title={t('dashboard.since.none')} />
      ) : (
        <Table
          caption={t('dashboard.since.title')}
          rows={changes}
          keyOf={({ action }) => action}
          columns={[
            {
              label: t('audit.action'),
              show: ({ action }) =>
                may('audit.read') ? <Link to={logOf(action)}>{actionWords(action)}</Link> : actionWords(action),
            },
            {
              label: t('dashboard.since.times'),
              align: 'right',
              show: ({ count }) => formatWhole(count) + (count === changesMax ? '+' : ''),
            },
          ]}
        />
      )}
    </Card>
  );
}
