import { formatWhole } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { useAsk } from '../lib/ask.ts';
import { kindWord } from '../lib/kinds.ts';
import { useMay } from '../lib/session.ts';
import { useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Age } from '../ui/Age.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';

type Row = { kind: string; to: string; waiting: number; oldestAt: string | null; note: string | undefined };

/** Requests and cases with one approval: how many still need a second person, without those this operator approved. */
export function SecondPerson() {
  const { t } = useWords();
  const time = useNow();
  const rows = useRows();
  return (
    <Card title={t('dashboard.second.title')}>
      {rows.length === 0 ? (
        <Blank title={t('dashboard.second.none')} />
      ) : (
        <Table
          caption={t('dashboard.second.title')}
          rows={rows}
          keyOf={({ kind }) => kind}
          columns={[
            {
              label: t('review.queue'),
              show: ({ kind, to, note }) => (
                <>
                  <Link to={to}>{kindWord(kind)}</Link>
                  {note && <small className={styles.beside}>{note}</small>}
                </>
              ),
            },
            { label: t('review.waiting'), align: 'right', show: ({ waiting }) => formatWhole(waiting) },
            {
              label: t('dashboard.oldest'),
              align: 'right',
              show: ({ kind, oldestAt }) => (oldestAt ? <Age since={oldestAt} kind={kind} time={time} /> : '–'),
            },
          ]}
        />
      )}
    </Card>
  );
}

function useRows(): Row[] {
  const { t } = useWords();
  const may = useMay();
  // The navigation refreshes both every ten seconds.
  const approvals = useAsk(listApprovals, {}, { enabled: may('approvals.read') });
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.read') });
  const { waiting = 0, own = 0, oldestAt = null } = approvals.data ?? {};
  const requests: Row = {
    ...{ kind: 'approval', to: '/approvals', waiting: waiting - own, oldestAt },
    note: own > 0 ? t('dashboard.second.own', { count: own }) : undefined,
  };
  const cases = (kinds.data?.list ?? []).map(({ kind, second }): Row => {
    const to = `/review/${kind}?only=${second.waiting > 0 ? 'second' : 'two'}`;
    const note = second.agreed > 0 ? t('dashboard.second.agreed', { count: second.agreed }) : undefined;
    return { kind, to, waiting: second.waiting, oldestAt: second.oldestAt, note };
  });
  return [requests, ...cases].filter(({ waiting, note }) => waiting > 0 || note);
}
