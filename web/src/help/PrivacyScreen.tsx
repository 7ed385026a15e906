import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Text.module.css';
import { Text } from './Text.tsx';

export function PrivacyScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.privacy')} onBack={useBack()} />
      <main className={styles.page}>
        <Text name="privacy" />
      </main>
    </>
  );
}
