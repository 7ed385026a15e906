import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Assets.module.css';
import { ExchangeForm } from './ExchangeForm.tsx';
import { WithOverview } from './WithOverview.tsx';

/** Fund USDT for cash yuan, or back, at the rate of the site. */
export function ExchangeScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.exchange')} onBack={useBack()} />
      <main className={styles.page}>
        <WithOverview>{(overview) => <ExchangeForm overview={overview} />}</WithOverview>
      </main>
    </>
  );
}
