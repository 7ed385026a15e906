import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './MarketScreen.module.css';

export function MarketScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar surface title={t('titles.market')} />
      <main className={styles.page}>
        <Empty
          title={t('market.emptyTitle')}
          text={t('market.emptyText')}
          action={
            <Button small kind="soft" onClick={() => openSheet('checking')}>
              {t('market.action')}
            </Button>
          }
        />
      </main>
    </>
  );
}
