import { Suspense } from 'react';
import { lazily } from '../lib/lazily.ts';
import { useWords } from '../lib/words.tsx';
import { Valuation } from '../ui/Valuation.tsx';
import styles from './Worth.module.css';

const Trading = lazily(async () => (await import('./Trading.tsx')).Trading);

/** What a user owns, and below it what trading has brought: two things, as a grant is the one and not the other. */
export function Worth({ name }: { name: string }) {
  const { t } = useWords();
  return (
    <section className={styles.worth} aria-label={t('ui.totalAssets')}>
      <h1 className="vh">{t('home.hello', { name })}</h1>
      <Valuation />
      <Suspense fallback={<div className={styles.coming} />}>
        <Trading />
      </Suspense>
    </section>
  );
}
