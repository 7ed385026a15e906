import { useState } from 'react';
import { Link } from 'react-router';
import { useAccount } from '../lib/account.ts';
import { openSheet } from '../lib/sheets.ts';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Segments } from '../ui/Segments.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import styles from './HomeScreen.module.css';
import { QuickActions } from './QuickActions.tsx';
import { Welcome } from './Welcome.tsx';

/** The first tab: a promise for visitors, a greeting and first steps for users, quotes for both. */
export function HomeScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const { title } = useSite();
  return (
    <>
      <PageBar brand={title} />
      <main>
        {user ? (
          <div className={styles.hello}>
            <h1>{t('home.hello', { name: user.username ?? user.number })}</h1>
            <p>{t('home.helloText')}</p>
          </div>
        ) : (
          <Welcome />
        )}
        <QuickActions />
        {user && <FirstSteps user={user} />}
        <button type="button" className={styles.notice} onClick={() => openSheet('results')}>
          <Icon name="proof" size={20} />
          <span>{t('home.proofNotice')}</span>
          <Icon name="chev" size={16} />
        </button>
        <Quotes />
      </main>
    </>
  );
}

function Quotes() {
  const { t } = useWords();
  const [order, setOrder] = useState<'gainers' | 'losers'>('gainers');
  return (
    <section className={styles.quotes} aria-label={t('home.quotes.label')}>
      <div className={styles.head}>
        <Segments
          small
          label={t('home.quotes.label')}
          value={order}
          onChange={setOrder}
          options={[
            { value: 'gainers', label: t('home.quotes.gainers') },
            { value: 'losers', label: t('home.quotes.losers') },
          ]}
          panel="home-quotes"
        />
        <Link className={styles.all} to="/market">
          {t('home.quotes.all')}
          <Icon name="chev" size={14} />
        </Link>
      </div>
      <Card id="home-quotes" role="tabpanel" aria-label={t(`home.quotes.${order}`)}>
        <Empty title={t('home.quotes.emptyTitle')} text={t('home.quotes.emptyText')} />
      </Card>
    </section>
  );
}
