import { formatTime } from '@glasshouse/kit/format.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { DayList } from '../ui/DayList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { useEvents } from './calls.ts';
import { EventRow } from './EventRow.tsx';
import styles from './Security.module.css';

const timeOf = (at: string) => formatTime(at, 'time');

/** All account events by day, back to the registration. */
export function EventsScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.securityEvents')} onBack={useBack()} />
      <main className={styles.page}>
        <DayList
          of={useEvents(20)}
          listOf={({ list }) => list}
          failed={{ title: t('security.eventsFailed'), text: t('security.failedText') }}
          nothing={<Empty title={t('security.noEvents')} />}
        >
          {(event) => <EventRow event={event} timeOf={timeOf} />}
        </DayList>
      </main>
    </>
  );
}
