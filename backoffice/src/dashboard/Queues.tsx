import { kindWord } from '../lib/kinds.ts';
import { ageWords, useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import type { Figures } from './Panel.tsx';
import { Panel } from './Panel.tsx';

/** How many wait in each queue, and since when. */
export function Queues({ queues }: { queues: Figures['queues'] }) {
  const { t } = useWords();
  const time = useNow();
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
              { label: t('review.queue'), show: ({ kind }) => kindWord(kind) },
              { label: t('review.waiting'), align: 'right', show: ({ waiting }) => waiting },
              {
                label: t('dashboard.oldest'),
                align: 'right',
                show: ({ oldestAt }) => (oldestAt ? ageWords(oldestAt, time) : '–'),
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
