import { useState } from 'react';
import { useOverview } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonForm } from '../ui/Skeleton.tsx';
import { SendForm } from './SendForm.tsx';
import { Sent } from './Sent.tsx';
import { type Done, useSending } from './sending.ts';
import styles from './Transfers.module.css';

/** From one's own fund wallet to another member. */
export function SendScreen() {
  const { t } = useWords();
  const sending = useSending();
  const overview = useOverview();
  const [done, setDone] = useState<Done>();
  const fund = overview.data?.wallets.find(({ wallet }) => wallet === 'fund')?.balances[0]?.amount;
  const failed = [sending, overview].find(({ error, data }) => error && !data);
  return (
    <>
      <PageBar title={t('titles.memberTransfer')} onBack={useBack()} />
      <main className={styles.page}>
        {failed ? (
          <LoadFailed of={failed} title={t('transfers.failed')} text={t('transfers.failedText')} />
        ) : !sending.data || fund === undefined ? (
          <SkeletonForm />
        ) : done ? (
          <Sent {...done} onAgain={() => setDone(undefined)} />
        ) : (
          <SendForm sending={sending.data} fund={fund} onDone={setDone} />
        )}
      </main>
    </>
  );
}
