import { useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { sentenceOf } from '../lib/call.ts';
import { useLineBack } from '../lib/use-line-back.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import { Application } from './Application.tsx';
import styles from './Identity.module.css';
import { Passed, Rejected, UnderReview } from './Outcome.tsx';
import { useDecision, useVerification, type Verification } from './verification.ts';

/** Identity verification with a specimen: the form, the review and what came of it. */
export function IdentityScreen() {
  const { t } = useWords();
  const { user, refresh } = useAccount();
  const { data, error, isPending, isFetching, refetch } = useVerification();
  const isAwaited = data?.state === 'under_review';
  useDecision(isAwaited, () => void refetch());
  useLineBack(isAwaited, () => void refetch());
  const known = user?.identity;
  useEffect(() => {
    if (data && known && data.state !== known) refresh().catch(() => {});
  }, [data, known, refresh]);
  return (
    <>
      <PageBar title={t('titles.identity')} onBack={useBack('/user')} />
      <main className={styles.page}>
        {/* There before its text, so that each change of it is read out. */}
        <p className="vh" role="status">
          {data && data.state !== 'none' && t(`identity.decided.${data.state}`)}
        </p>
        {isPending && (
          <Card pad>
            <SkeletonText lines={4} />
          </Card>
        )}
        {error && !data && (
          <ErrorState
            title={t('identity.failed')}
            text={t('identity.failedText')}
            detail={sentenceOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data && user && <Standing key={data.state} verification={data} />}
      </main>
    </>
  );
}

function Standing({ verification }: { verification: Verification }) {
  const { state } = verification;
  const [again, setAgain] = useState(false);
  if (state === 'under_review') return <UnderReview verification={verification} />;
  if (state === 'passed') return <Passed verification={verification} />;
  if (state === 'rejected' && !again) return <Rejected verification={verification} onAgain={() => setAgain(true)} />;
  return <Application before={verification} />;
}
