import { Suspense } from 'react';
import { useAccount } from '../lib/account.ts';
import { lazily } from '../lib/lazily.ts';
import { openSheet } from '../lib/sheets.ts';
import { useSite } from '../lib/site.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Valuation } from '../ui/Valuation.tsx';
import { HomeNotice } from './HomeNotice.tsx';
import styles from './HomeScreen.module.css';
import { QuickActions } from './QuickActions.tsx';
import { Quotes } from './Quotes.tsx';
import { Welcome } from './Welcome.tsx';

const Trading = lazily(async () => (await import('./Trading.tsx')).Trading);

/**
 * The user's total, and below it the trading result. They are separate, because a grant is part of the total but not of
 * the result.
 */
function Worth({ name }: { name: string }) {
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

const FirstSteps = lazily(async () => (await import('./FirstSteps.tsx')).FirstSteps);

/** The first tab: a promise for visitors, balances and first steps for users, quotes for both. */
export function HomeScreen() {
  const { user } = useAccount();
  const { title } = useSite();
  const { t } = useWords();
  // On larger screens, the navigation already shows the site's name.
  const isPhone = useViewport() === 'phone';
  return (
    <>
      <PageBar
        {...(isPhone ? { brand: title } : { coming: t('titles.home') })}
        end={!user && <IconButton icon="globe" label={t('app.language')} onClick={() => openSheet('language')} />}
      />
      <main className={styles.page}>
        <div className={styles.own}>
          {user ? (
            <>
              <Worth name={user.username ?? user.number} />
              <QuickActions />
            </>
          ) : (
            <Welcome />
          )}
        </div>
        <div className={styles.news}>
          <HomeNotice />
          {user && (
            <Suspense>
              <FirstSteps user={user.id} />
            </Suspense>
          )}
        </div>
        <Quotes />
      </main>
    </>
  );
}
