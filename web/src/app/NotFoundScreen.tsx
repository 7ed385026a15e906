import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Root.module.css';

export function NotFoundScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.notFound')} onBack={useBack()} />
      <main className={styles.centre}>
        <Empty
          title={t('app.notFound.title')}
          text={t('app.notFound.text')}
          action={
            <ButtonLink small to="/home">
              {t('app.notFound.action')}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
