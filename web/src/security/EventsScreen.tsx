import { formatTime } from '@glasshouse/kit/format.ts';
import { useBack } from '../lib/back.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { InfiniteList } from '../ui/InfiniteList.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useEvents } from './calls.ts';
import { EventList } from './EventList.tsx';
import styles from './Security.module.css';

const timeOf = (at: string) => formatTime(at, 'time');

/** All that happened to the account, day by day, to the day it was opened. */
export function EventsScreen() {
  const { t } = useWords();
  const events = useEvents(20);
  const all = events.data?.pages.flatMap(({ list }) => list);
  return (
    <>
      <PageBar title={t('titles.securityEvents')} onBack={useBack('/user/security')} />
      <main className={styles.page}>
        {events.isPending && (
          <Card>
            <SkeletonRows rows={5} />
          </Card>
        )}
        {events.error && !all && (
          <ErrorState
            title={t('security.eventsFailed')}
            text={t('security.failedText')}
            detail={sentenceOf(events.error)}
            busy={events.isFetching}
            onRetry={() => void events.refetch()}
          />
        )}
        {all?.length === 0 && <Empty title={t('security.noEvents')} />}
        {all && all.length > 0 && (
          <InfiniteList
            more={events.hasNextPage}
            loading={events.isFetchingNextPage}
            failed={events.isFetchNextPageError}
            onMore={() => void events.fetchNextPage()}
          >
            {[...Map.groupBy(all, ({ at }) => formatTime(at, 'date'))].map(([day, ofDay]) => (
              <section key={day} className={styles.day}>
                <h2 className={styles.heading}>{day}</h2>
                <EventList events={ofDay} label={day} timeOf={timeOf} />
              </section>
            ))}
          </InfiniteList>
        )}
      </main>
    </>
  );
}
