import { formatWhole } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { useAsk } from '../lib/ask.ts';
import { kindWord, targetOf } from '../lib/kinds.ts';
import { useMay } from '../lib/session.ts';
import { spanWords, useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Age } from '../ui/Age.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';
import { usePlaces } from './places.ts';

/** How many cases wait in each queue and since when, and how many of them this operator can decide. */
export function Queues({ queues }: { queues: Figures['queues'] }) {
  const { t } = useWords();
  const time = useNow();
  const { queue } = usePlaces();
  const forYou = useForYou();
  return (
    <Panel
      name="queues"
      table={
        queues.length === 0 ? (
          <Blank title={t('review.noQueues')} />
        ) : (
          <Table
            caption={t('dashboard.panels.queues')}
            rows={queues}
            keyOf={({ kind }) => kind}
            columns={[
              { label: t('review.queue'), show: ({ kind }) => <Name kind={kind} to={queue(kind)} /> },
              { label: t('review.waiting'), align: 'right', show: ({ waiting }) => formatWhole(waiting) },
              { label: t('dashboard.forYou'), align: 'right', show: ({ kind }) => forYou(kind) },
              {
                label: t('dashboard.target'),
                align: 'right',
                show: ({ kind, oldestAt }) =>
                  oldestAt ? <Age since={oldestAt} kind={kind} time={time} /> : spanWords(targetOf(kind)),
              },
            ]}
          />
        )
      }
    />
  );
}

/** How many cases of a queue this operator can decide; a dash if the role decides none. */
function useForYou(): (kind: string) => string {
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.read') });
  const approvals = useAsk(listApprovals, {}, { enabled: may('approvals.read') });
  return (kind) => {
    const found = kinds.data?.list.find((each) => each.kind === kind);
    if (found?.mayDecide) return formatWhole(found.waiting);
    if (kind !== 'approval' || !may('approvals.decide')) return '–';
    return formatWhole(approvals.data?.list.filter(({ mayDecide }) => mayDecide).length ?? 0);
  };
}

const Name = ({ kind, to }: { kind: string; to: string | undefined }) =>
  to ? <Link to={to}>{kindWord(kind)}</Link> : kindWord(kind);
