import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { LanguageList } from './LanguageList.tsx';
import styles from './Settings.module.css';

export function LanguageScreen() {
  const { t } = useWords();
  const back = useBack();
  return (
    <>
      <PageBar title={t('titles.language')} onBack={back} />
      <main className={styles.page}>
        <Card>
          <LanguageList onChosen={back} />
        </Card>
      </main>
    </>
  );
}
