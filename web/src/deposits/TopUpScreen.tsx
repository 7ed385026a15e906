import { useEffect, useRef } from 'react';
import { useBack } from '../lib/back.ts';
import { useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import styles from './Deposit.module.css';
import { useTopUp } from './deposits.ts';
import { Loaded } from './Loaded.tsx';
import { TopUpStatus } from './TopUpStatus.tsx';

/** One top-up: its state, the decision, and a form for another receipt if one is requested. */
export function TopUpScreen() {
  const { t } = useWords();
  const { id = '' } = useParams();
  const query = useTopUp(id);
  const state = query.data?.state;
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    // The form has disappeared, and with it the button that was pressed.
    if (before.current === 'rejected' && state === 'under_review') heading.current?.focus();
    before.current = state;
  }, [state]);
  return (
    <>
      <PageBar title={t('titles.deposit')} onBack={useBack()} />
      <main className={styles.page}>
        {/* Rendered before its text, so that screen readers announce each change. */}
        <p className="vh" role="status">
          {state && t(`deposits.decided.${state}`)}
        </p>
        <Loaded of={query} until={<SkeletonCards />}>
          {(topUp) => <TopUpStatus topUp={topUp} heading={heading} />}
        </Loaded>
      </main>
    </>
  );
}
