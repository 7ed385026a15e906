import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { useLayer } from '../lib/layers.ts';
import { useReconnected } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import { Application } from './Application.tsx';
import styles from './Identity.module.css';
import { Outcome } from './Outcome.tsx';
import { useDecision, useVerification, type Verification } from './verification.ts';

/** Identity verification with a specimen: the form, the review and its result. */
export function IdentityScreen() {
  const { t } = useWords();
  const { user, refresh } = useAccount();
  const { data, error, isPending, isFetching, refetch } = useVerification();
  const isAwaited = data?.state === 'under_review';
  useDecision(isAwaited, () => void refetch());
  useReconnected(isAwaited, () => void refetch());
  const known = user?.identity;
  useEffect(() => {
    if (data && known && data.state !== known) refresh().catch(() => {});
  }, [data, known, refresh]);
  return (
    <>
      <PageBar title={t('titles.identity')} onBack={useBack()} />
      <main className={styles.page}>
        {/* Rendered before its text, so that screen readers announce each change. */}
        <p className="vh" role="status">
          {data && data.state !== 'none' && t(`identity.decided.${data.state}`)}
        </p>
        {isPending && (
          <Card pad>
            <SkeletonText lines={4} />
          </Card>
        )}
        {error && !data && (
          <LoadFailed
            of={{ error, isFetching, refetch }}
            title={t('identity.failed')}
            text={t('identity.failedText')}
          />
        )}
        {data && user && <VerificationStatus verification={data} />}
      </main>
    </>
  );
}

function VerificationStatus({ verification }: { verification: Verification }) {
  const { state } = verification;
  const [again, setAgain] = useState(false);
  useLayer(again && state === 'rejected', () => setAgain(false));
  const heading = useRef<HTMLHeadingElement>(null);
  const isForm = state === 'none' || (state === 'rejected' && again);
  const wasForm = useRef(isForm);
  useEffect(() => {
    // The form has disappeared, and with it the button that was pressed.
    if (wasForm.current && !isForm) heading.current?.focus();
    wasForm.current = isForm;
  }, [isForm]);
  if (again && state !== 'rejected') setAgain(false);
  if (isForm) return <Application before={verification} />;
  return <Outcome verification={verification} state={state} heading={heading} onAgain={() => setAgain(true)} />;
}
