import { useEffect } from 'react';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonRows, SkeletonText } from '../ui/Skeleton.tsx';
import styles from './Credit.module.css';
import { useCredit } from './credit.ts';
import { History } from './History.tsx';
import { Rules } from './Rules.tsx';
import { Score } from './Score.tsx';

/** The credit score, its rules, and all of its changes. */
export function CreditScreen() {
  const { t } = useWords();
  const { user, refresh } = useAccount();
  const credit = useCredit();
  const newest = credit.data?.pages[0];
  const [known, score] = [user?.creditScore, newest?.score];
  useEffect(() => {
    if (score !== undefined && known !== undefined && score !== known) refresh().catch(() => {});
  }, [score, known, refresh]);
  return (
    <>
      <PageBar title={t('titles.credit')} onBack={useBack()} />
      <main className={styles.page}>
        {credit.isPending && (
          <>
            <Card pad>
              <SkeletonText lines={4} />
            </Card>
            <Card>
              <SkeletonRows rows={4} />
            </Card>
          </>
        )}
        {credit.error && !newest && <LoadFailed of={credit} title={t('credit.failed')} text={t('credit.failedText')} />}
        {newest && (
          <>
            <Score score={newest.score} />
            <Rules title={t('credit.lowers')} rules={newest.rules.filter(({ points }) => points < 0)} />
            <Rules title={t('credit.raises')} rules={newest.rules.filter(({ points }) => points > 0)} />
            <History credit={credit} />
          </>
        )}
      </main>
    </>
  );
}
