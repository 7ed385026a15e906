import { formatTime } from '@glasshouse/kit/format.ts';
import type { askCopy } from '@glasshouse/protocol/personal/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { call, sentenceOf } from '../lib/call.ts';
import { loginPath } from '../lib/paths.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { type Copy, securityKey, useCopy, useOverview } from './calls.ts';
import { tokenIn } from './copy-link.ts';
import { ProofForm } from './ProofForm.tsx';
import styles from './Security.module.css';
import { TakeCopy } from './TakeCopy.tsx';

const here = '/user/security/copy';

/** Asks for a copy of everything that is kept about the user, and takes it where the link in the message leads. */
export function CopyScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const { hash } = useLocation();
  const token = useMemo(() => tokenIn(hash), [hash]);
  return (
    <>
      <PageBar title={t('titles.copy')} onBack={useBack('/user/security')} />
      <main className={styles.page}>
        {token && user && <TakeCopy key={token} token={token} />}
        {!user && (
          <>
            <Note>{t('personal.loginFirst')}</Note>
            <ButtonLink to={loginPath(here)}>{t('app.logIn')}</ButtonLink>
          </>
        )}
        {user && !token && <Asking />}
      </main>
    </>
  );
}

function Asking() {
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
  return <Ask copy={copy.data.copy} asked={overview.data.authenticator !== null} />;
}

function Ask({ copy, asked }: { copy: Copy; asked: boolean }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const mayAsk = copy?.state !== 'making' && copy?.state !== 'ready';
  return (
    <>
      <p className={styles.text}>{t('personal.copyAbout')}</p>
      {/* Always there, so that what becomes of the copy is heard. */}
      <div role="status">
        {copy?.state === 'making' && <Note icon="clock">{t('personal.making')}</Note>}
        {copy?.state === 'failed' && <Note tone="error">{t('personal.failed')}</Note>}
        {copy?.state === 'ready' && (
          <Note tone="ok" title={t('personal.ready')}>
            {t('personal.readyText', { until: formatTime(copy.until!) })}
          </Note>
        )}
      </div>
      {mayAsk && (
        <ProofForm
          asked={asked}
          ends={false}
          about={t('personal.copyLink')}
          submit={t('personal.ask')}
          send={async (proof) => {
            await call<typeof askCopy>('POST', '/index/user/askCopy', proof);
            await queries.invalidateQueries({ queryKey: securityKey });
          }}
        />
      )}
    </>
  );
}
