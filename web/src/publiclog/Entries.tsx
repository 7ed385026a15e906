import { formatWhole } from '@glasshouse/kit/format.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { wordsOf } from './entry-words.tsx';
import { type Newest, readBackwards } from './newest.ts';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';

const pageSize = 10;
const maxEntries = 100;

/** The list as it was first loaded, kept per history entry, so that going back shows the same list. */
const useShown = (newest: Newest) =>
  useQuery({
    queryKey: ['log', 'shown', useLocation().key],
    queryFn: () => newest,
    initialData: newest,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The newest entries at the time of loading: a list that moves every second would be unreadable. */
export function Entries({ newest }: { newest: Newest }) {
  const { t } = useWords();
  const { data: shown, refetch: showNewer } = useShown(newest);
  const { head } = shown;
  const { data, hasNextPage, fetchNextPage, isFetching, isError, refetch } = useInfiniteQuery({
    queryKey: ['log', 'entries', head.size],
    queryFn: ({ pageParam: to }) => readBackwards(head, Math.max(0, to - pageSize), to),
    initialPageParam: head.size,
    getNextPageParam: (_, __, to) =>
      to > pageSize && head.size - to + pageSize < maxEntries ? to - pageSize : undefined,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  const added = newest.head.size - head.size;
  const isWrong = data?.pages.includes(undefined);
  return (
    <Part title={t('log.list')} text={t('log.listText')}>
      <Find size={newest.head.size} />
      <div className={added > 0 ? undefined : styles.room}>
        <Button small kind="soft" icon="refresh" onClick={() => void showNewer()}>
          {t('log.added', { number: formatWhole(added) })}
        </Button>
      </div>
      {!data && !isError && <SkeletonRows rows={pageSize} />}
      {isWrong && (
        <Note tone="error" role="alert">
          {t('log.wrongEntries')}
        </Note>
      )}
      <div className={styles.rows}>
        <List label={t('log.list')}>
          {data?.pages.flatMap((page) =>
            (page ?? []).map(({ place, bytes }) => {
              const { icon, title, line } = wordsOf(bytes);
              return (
                <Row
                  key={place}
                  icon={icon}
                  title={title}
                  sub={line}
                  value={<span className={styles.place}>{formatWhole(place)}</span>}
                  to={`/publiclog/${place}`}
                />
              );
            }),
          )}
        </List>
      </div>
      {isError && (
        <Note tone="amber" icon="offline" role="status">
          {t('log.failedText')}
        </Note>
      )}
      {hasNextPage || isError ? (
        <Button
          small
          kind="soft"
          busy={isFetching}
          onClick={() => void (data && hasNextPage ? fetchNextPage() : refetch())}
        >
          {t(isError ? 'ui.tryAgain' : 'ui.loadMore')}
        </Button>
      ) : (
        data && head.size > maxEntries && <p className={styles.help}>{t('log.olderByNumber')}</p>
      )}
    </Part>
  );
}

/** Reserves the room of the list while the log loads. */
export function EntriesAwaited() {
  const { t } = useWords();
  return (
    <Part title={t('log.list')} text={t('log.listText')}>
      <SkeletonRows rows={pageSize} />
    </Part>
  );
}

/** Opens an entry by its number. */
function Find({ size }: { size: number }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const place = typed.replaceAll(/[\s,]/g, '');
    const exists = /^\d{1,15}$/.test(place) && Number(place) < size;
    setRefused(!exists);
    if (exists) void navigate(`/publiclog/${Number(place)}`);
  };
  return (
    <form className={styles.find} onSubmit={find} noValidate>
      <TextField
        label={t('log.number')}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setRefused(false);
        }}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={20}
        error={refused ? t('log.noSuchNumber', { last: formatWhole(size - 1) }) : undefined}
      />
      <Button small kind="line" icon="search" type="submit">
        {t('log.find')}
      </Button>
    </form>
  );
}
