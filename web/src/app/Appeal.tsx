import { formatTime } from '@glasshouse/kit/format.ts';
import type { sendAppeal, showAppeal } from '@glasshouse/protocol/appeals/calls';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../lib/call.ts';
import { t, useWords } from '../lib/words.tsx';
import { refreshSession, userOf, useSession } from '../session/store.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Note } from '../ui/Note.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { showToast } from '../ui/toast.ts';
import styles from './Root.module.css';

const appealQuery = queryOptions({
  queryKey: ['appeal'],
  queryFn: () => call<typeof showAppeal>('POST', '/index/appeal/show', {}),
  refetchInterval: 5000,
  meta: { quiet: true },
});
// Same limits as in the protocol, whose schemas stay out of the app's bundle.
const length = { min: 10, max: 500 };

/** Once the account is no longer paused, refreshing the session brings the app back. */
async function comeBack(): Promise<void> {
  await refreshSession();
  if (userOf(useSession.getState())?.status === 'normal') showToast({ kind: 'success', text: t('app.frozen.opened') });
}

/** Explains why the account is paused and lets the user write to the operators. */
export function Appeal() {
  const { t } = useWords();
  const { data } = useQuery(appealQuery);
  useEffect(() => {
    if (data?.frozen === null) comeBack().catch(() => {});
  }, [data]);
  if (!data) return null;
  const { frozen, appeal } = data;
  return (
    <>
      {frozen && (
        <Note title={t('app.frozen.reason')}>
          <span className={styles.block}>{frozen.reason}</span>
          <small className={styles.block}>{formatTime(frozen.at)}</small>
        </Note>
      )}
      <h2 className={styles.heading}>{t('app.frozen.appeal')}</h2>
      {appeal?.state === 'rejected' && (
        <Note tone="error" title={t('app.frozen.rejected')}>
          <span className={styles.block}>{appeal.answer}</span>
        </Note>
      )}
      {appeal?.state === 'under_review' ? (
        <Note tone="amber" icon="clock" role="status" title={t('app.frozen.underReview')}>
          <span className={styles.block}>{appeal.text}</span>
          <small className={styles.block}>{formatTime(appeal.sentAt)}</small>
        </Note>
      ) : (
        <AppealForm />
      )}
    </>
  );
}

function AppealForm() {
  const { t } = useWords();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const short = text.trim().length < length.min;
  const send = useMutation({
    mutationFn: () => call<typeof sendAppeal>('POST', '/index/appeal/send', { text: text.trim() }),
    onSuccess: () => client.invalidateQueries(appealQuery),
  });
  return (
    <Card pad>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!short && !send.isPending) send.mutate();
        }}
      >
        <TextArea
          label={t('app.frozen.why')}
          help={t('app.frozen.help', { count: length.max - text.length })}
          error={tried && short ? t('app.frozen.short', { count: length.min }) : undefined}
          maxLength={length.max}
          value={text}
          onChange={setText}
        />
        <Button type="submit" busy={send.isPending}>
          {t('app.frozen.send')}
        </Button>
      </form>
    </Card>
  );
}
