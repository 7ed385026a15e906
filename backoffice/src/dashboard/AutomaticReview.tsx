import { formatTime, formatWhole } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { countMax } from '@glasshouse/protocol/review/office';
import { kindWord } from '../lib/kinds.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import styles from './Dashboard.module.css';
import type { Figures } from './Panel.tsx';
import { usePlaces } from './places.ts';

type Automatic = Figures['automatic'];

/** The operators on duty and since when, how that affects cases, and the number of automatic approvals. */
export function AutomaticReview({ automatic }: { automatic: Automatic }) {
  const { t } = useWords();
  const { queue } = usePlaces();
  const { queues } = automatic;
  return (
    <Card title={t('dashboard.automatic.title')}>
      <div className={styles.padded}>
        <Duty automatic={automatic} />
      </div>
      <Table
        caption={t('dashboard.automatic.title')}
        rows={queues}
        keyOf={({ kind }) => kind}
        columns={[
          { label: t('review.queue'), show: ({ kind }) => kindWord(kind) },
          {
            label: t('dashboard.automatic.delay'),
            align: 'right',
            show: ({ seconds }) =>
              seconds === null
                ? t('dashboard.automatic.people')
                : t('dashboard.automatic.after', { seconds: formatWhole(seconds) }),
          },
          {
            label: t('dashboard.automatic.passed'),
            align: 'right',
            show: ({ kind, passed }) => <Passed passed={passed} to={queue(kind)} />,
          },
        ]}
      />
    </Card>
  );
}

function Duty({ automatic: { onDuty, awaySince, unattendedSeconds } }: { automatic: Automatic }) {
  const { t } = useWords();
  const present = onDuty.length > 0;
  const names = onDuty.map(({ name, since }) =>
    t('dashboard.automatic.since', { name, time: formatTime(since, 'time') }),
  );
  const away = awaySince
    ? t('dashboard.automatic.nobodySince', { time: formatTime(awaySince) })
    : t('dashboard.automatic.nobody');
  const meaning = unattendedSeconds === 0 ? 'off' : present ? 'standsBy' : 'on';
  return (
    <Note
      tone={present ? 'ok' : 'amber'}
      title={present ? t('dashboard.automatic.onDuty', { names: names.join(', ') }) : away}
    >
      {t(`dashboard.automatic.${meaning}`, { seconds: formatWhole(unattendedSeconds) })}
    </Note>
  );
}

function Passed({ passed, to }: { passed: number; to: string | undefined }) {
  const figure = formatWhole(passed) + (passed === countMax ? '+' : '');
  return to && passed > 0 ? <Link to={`${to}?state=decided&only=automatic`}>{figure}</Link> : figure;
}
