import { formatExact } from '@glasshouse/kit/format.ts';
import { useState } from 'react';
import { useOverview } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Done } from '../ui/Done.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonForm } from '../ui/Skeleton.tsx';
import { SendForm } from './SendForm.tsx';
import { type SentTransfer, useSending } from './sending.ts';
import styles from './Transfers.module.css';

/** Sends money from the user's fund wallet to another user. */
export function SendScreen() {
  const { t } = useWords();
  const sending = useSending();
  const overview = useOverview();
  const [done, setDone] = useState<SentTransfer>();
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
          <TransferSent {...done} onAgain={() => setDone(undefined)} />
        ) : (
          <SendForm sending={sending.data} fund={fund} onDone={setDone} />
        )}
      </main>
    </>
  );
}

/** Says that the transfer was sent, and where it is recorded. */
function TransferSent({ amount, name, onAgain }: SentTransfer & { onAgain: () => void }) {
  const { t } = useWords();
  return (
    <Done title={t('transfers.done', { amount: formatExact(amount), name })} text={t('transfers.doneText')}>
      <ButtonLink to="/records">{t('titles.records')}</ButtonLink>
      <Button kind="soft" onClick={onAgain}>
        {t('transfers.another')}
      </Button>
    </Done>
  );
}
