import { formatTime, shortHash } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { type AuditEntry, hashEntry } from '@glasshouse/protocol/backoffice/audit';
import type { ReviewCase } from '@glasshouse/protocol/review/office';
import { useQuery } from '@tanstack/react-query';
import { entryWords } from '../lib/entries.ts';
import { reasonWords } from '../lib/names.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Review.module.css';

/** The history of a case, newest first. Says "sealed" once this browser has recomputed each entry's hash. */
export function Trail({ entries, about }: { entries: readonly AuditEntry[]; about: ReviewCase }) {
  const { t } = useWords();
  const { data: sealed } = useQuery({
    queryKey: ['trail', entries.map(({ hash }) => hash)],
    queryFn: async () => {
      const hashes = await Promise.all(entries.map(hashEntry));
      return hashes.every((hash, i) => hash === entries[i]!.hash);
    },
    enabled: entries.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // An automatic approval leaves no entry: it is part of the case.
  const byClock = about.decided?.decision === 'approve' && about.decided.by === null ? about.decided : undefined;
  return (
    <section className={styles.trail}>
      <div className={styles.trailhead}>
        <h2>{t('review.trail')}</h2>
        {sealed && (
          <Tag tone="brand" icon="proof">
            {t('review.sealed')}
          </Tag>
        )}
        {sealed === false && (
          <Tag tone="error" icon="proofx">
            {t('review.unsealed')}
          </Tag>
        )}
      </div>
      <ol>
        {byClock && (
          <li>
            <span className={styles.node} />
            <div>
              <span>{t('review.byClock')}</span>
              <small>{formatTime(byClock.at, 'time')}</small>
            </div>
          </li>
        )}
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={styles.node} />
            <div>
              <span>{entryWords(entry)}</span>
              {entry.reason && <q>{reasonWords(entry.reason)}</q>}
              <small>
                {formatTime(entry.at, 'time')} · {entry.operator?.name ?? t('audit.command')}{' '}
                <code title={entry.hash}>{shortHash(entry.hash)}</code>
              </small>
            </div>
          </li>
        ))}
        <li>
          <span className={styles.node} />
          <div>
            <span>{t('review.sentBy')}</span>
            <small>{formatTime(about.submittedAt, 'time')}</small>
          </div>
        </li>
      </ol>
    </section>
  );
}
