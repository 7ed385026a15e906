import { formatTime } from '@glasshouse/kit/format.ts';
import { useState } from 'react';
import type { Choice } from '../lib/assets.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { InfiniteList } from '../ui/InfiniteList.tsx';
import { List } from '../ui/Row.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useTapped } from '../ui/use-code.ts';
import styles from './Assets.module.css';
import { EntryRow } from './EntryRow.tsx';
import { type Entry, useStatement } from './statement.ts';

type EntriesProps = {
  choice: Choice;
  /** Of the headings that name the days. */
  level: 2 | 3;
};

/** The postings that were chosen, under the day they were made. */
export function Entries({ choice, level }: EntriesProps) {
  const { t } = useWords();
  const Heading = `h${level}` as const;
  const statement = useStatement(choice);
  const { data, error, isFetching, isPending, isFetchNextPageError } = statement;
  const [opened, setOpened] = useState<{ entry: Entry; shown: boolean }>();
  const close = () => setOpened(opened && { ...opened, shown: false });
  const EntrySheet = useTapped(
    opened?.shown === true,
    async () => (await import('./EntrySheet.tsx')).EntrySheet,
    close,
  );
  if (isPending) return <SkeletonRows rows={5} />;
  if (!data) {
    return (
      <ErrorState
        title={t('assets.statementFailed')}
        text={t('assets.failedText')}
        detail={sentenceOf(error)}
        busy={isFetching}
        onRetry={() => void statement.refetch()}
      />
    );
  }
  const entries = data.pages.flatMap(({ list }) => list);
  if (entries.length === 0) return <Nothing narrowed={Boolean(choice.kind || choice.from || choice.until)} />;
  return (
    <>
      <InfiniteList
        more={statement.hasNextPage}
        loading={statement.isFetchingNextPage}
        failed={isFetchNextPageError}
        onMore={() => void statement.fetchNextPage()}
      >
        {byDay(entries).map(([day, ofDay]) => (
          <section key={day} className={styles.day} aria-label={day}>
            <Heading>{day}</Heading>
            <Card>
              <List>
                {ofDay.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} onPress={() => setOpened({ entry, shown: true })} />
                ))}
              </List>
            </Card>
          </section>
        ))}
      </InfiniteList>
      {EntrySheet && opened && <EntrySheet entry={opened.entry} open={opened.shown} onClose={close} />}
    </>
  );
}

function byDay(entries: readonly Entry[]): [string, Entry[]][] {
  const days = Map.groupBy(entries, ({ at }) => formatTime(at, 'date'));
  return [...days];
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  const { t } = useWords();
  return (
    <Empty
      title={t('assets.emptyTitle')}
      text={t(narrowed ? 'assets.emptyNarrowed' : 'assets.emptyText')}
      action={
        !narrowed && (
          <ButtonLink small kind="soft" to="/assets/transfer">
            {t('titles.transfer')}
          </ButtonLink>
        )
      }
    />
  );
}
