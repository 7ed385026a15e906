import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './ContractScreen.module.css';

export function ContractScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar surface title={t('titles.contract')} />
      <main className={styles.page}>
        <Empty
          title={t('contract.emptyTitle')}
          text={t('contract.emptyText')}
          action={
            <Button small kind="soft" onClick={() => openSheet('results')}>
              {t('contract.action')}
            </Button>
          }
        />
      </main>
    </>
  );
}
