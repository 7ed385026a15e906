import type { askCopy } from '@glasshouse/protocol/personal/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, sentenceOf } from '../lib/call.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Note } from '../ui/Note.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { type Copy, securityKey, useCopy, useOverview } from './calls.ts';
import { ProofForm } from './ProofForm.tsx';
import styles from './Security.module.css';

/** Requests a copy of the user's data, and shows the state of the last request. */
export function AskCopy() {
  const { t } = useWords();
  const copy = useCopy();
  const overview = useOverview();
  const error = copy.error ?? overview.error;
  if (error) {
    return (
      <ErrorState
        title={t('personal.copyFailed')}
        text={t('personal.copyFailedText')}
        detail={sentenceOf(error)}
        onRetry={() => void Promise.all([copy.refetch(), overview.refetch()])}
      />
    );
  }
  if (!copy.data || !overview.data) return <SkeletonRows rows={4} />;
  return <CopyRequest copy={copy.data.copy} asked={overview.data.authenticator !== null} />;
}

function CopyRequest({ copy, asked }: { copy: Copy; asked: boolean }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const [anew, setAnew] = useState(false);
  const isReady = copy?.state === 'ready';
  const mayAsk = isReady ? anew : copy?.state !== 'making';
  return (
    <>
      <p className={styles.text}>{t('personal.copyAbout')}</p>
      {/* Always rendered, so that screen readers announce the state of the copy. */}
      <div role="status" className={copy ? undefined : 'vh'}>
        {copy?.state === 'making' && <Note icon="clock">{t('personal.making')}</Note>}
        {copy?.state === 'failed' && <Note tone="error">{t('personal.failed')}</Note>}
        {isReady && (
          <Note tone="ok" title={t('personal.ready')}>
            <Words k="personal.readyText" until={<TimeText at={copy.until!} />} />
          </Note>
        )}
      </div>
      {isReady && !anew && (
        <Button kind="soft" onClick={() => setAnew(true)}>
          {t('personal.askAnew')}
        </Button>
      )}
      {mayAsk && (
        <ProofForm
          asked={asked}
          ends={false}
          about={t(anew ? 'personal.anewText' : 'personal.copyLink')}
          submit={t('personal.ask')}
          send={async (proof) => {
            await call<typeof askCopy>('POST', '/index/user/askCopy', proof);
            setAnew(false);
            await queries.invalidateQueries({ queryKey: securityKey });
          }}
        />
      )}
    </>
  );
}
