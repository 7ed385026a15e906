import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Assets.module.css';
import { TransferForm } from './TransferForm.tsx';
import { WithOverview } from './WithOverview.tsx';

/** USDT from one of a user's own accounts to another. */
export function TransferScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.transfer')} onBack={useBack()} />
      <main className={styles.page}>
        <WithOverview>{(overview) => <TransferForm overview={overview} />}</WithOverview>
      </main>
    </>
  );
}
