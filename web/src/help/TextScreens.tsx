import { useEffect } from 'react';
import { useBack } from '../lib/back.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useWords } from '../lib/words.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import styles from './Text.module.css';
import { Text } from './Text.tsx';

export function TermsScreen() {
  const { t } = useWords();
  return (
    <>
      <PageBar title={t('titles.terms')} onBack={useBack()} />
      <main className={styles.page}>
        <Text name="terms" />
      </main>
    </>
  );
}

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

export function SimulatedScreen() {
  const { t } = useWords();
  useEffect(() => {
    usePreferences.setState({ readSimulated: true });
  }, []);
  return (
    <>
      <PageBar title={t('titles.simulated')} onBack={useBack()} />
      <main className={styles.page}>
        <Text name="simulated" />
      </main>
    </>
  );
}
