import { formatWhole } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { kindWord, targetOf } from '../lib/kinds.ts';
import { ageWords, spanWords, useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Age } from '../ui/Age.tsx';
import { Note } from '../ui/Note.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';
import { usePlaces } from './places.ts';

/** How many wait in each queue, and since when. */
export function Queues({ queues }: { queues: Figures['queues'] }) {
  const { t } = useWords();
  const time = useNow();
  const { queue } = usePlaces();
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
              {
                label: t('dashboard.oldest'),
                align: 'right',
                show: ({ oldestAt }) => (oldestAt ? ageWords(oldestAt, time) : '–'),
              },
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
    >
      <Note>{t('dashboard.queuesNote')}</Note>
    </Panel>
  );
}

const Name = ({ kind, to }: { kind: string; to: string | undefined }) =>
  to ? <Link to={to}>{kindWord(kind)}</Link> : kindWord(kind);
