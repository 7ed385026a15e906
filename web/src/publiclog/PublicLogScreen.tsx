import { useEffect } from 'react';
import { useBack } from '../lib/back.ts';
import { checkLogWhenDue } from '../lib/check-log.ts';
import { useLogMemory } from '../lib/log-memory.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Entries, EntriesAwaited } from './Entries.tsx';
import { Followed } from './Followed.tsx';
import { Forked } from './Forked.tsx';
import { NewestCheckpoint } from './NewestCheckpoint.tsx';
import { useNewest } from './newest.ts';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';
import { TwoHalves } from './TwoHalves.tsx';
import { YourOwn } from './YourOwn.tsx';

/** The public log as seen by this device: what was compared, its content, and what it can't prove. */
export function PublicLogScreen() {
  const { t } = useWords();
  const { site, key, shown } = useNewest();
  const alarm = useLogMemory((memory) => memory.alarm);
  useEffect(checkLogWhenDue, []);
  return (
    <>
      <PageBar title={t('titles.publicLog')} onBack={useBack()} />
      <main className={styles.page}>
        {alarm && <Forked alarm={alarm} />}
        <p className={styles.intro}>{t('log.lead')}</p>
        {site.isError && !site.data && <LoadFailed of={site} title={t('log.failed')} text={t('log.failedText')} />}
        {site.data && key === undefined && <Empty title={t('log.empty')} text={t('log.emptyText')} />}
        {!alarm && (key !== undefined || site.isPending) && <Followed />}
        {(site.isPending || (site.data && key !== undefined)) && (
          <>
            <NewestCheckpoint
              logKey={key ?? ''}
              newest={shown.data}
              error={shown.error}
              named={site.data?.witnesses ?? []}
            />
            {shown.data ? <Entries newest={shown.data} /> : <EntriesAwaited />}
          </>
        )}
        <TwoHalves />
        {key !== undefined && <YourOwn logKey={key} />}
        <NotShown />
        <Card>
          <List>
            <Row icon="contract" title={t('tape.title')} to="/market?view=tape" />
          </List>
        </Card>
      </main>
    </>
  );
}

const limits = ['written', 'when', 'everybody', 'app'] as const;

/** The limits of the log, on the same page as its benefits. */
function NotShown() {
  const { t } = useWords();
  return (
    <Part title={t('log.not.title')}>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>{t(`log.not.${limit}`)}</li>
        ))}
      </ul>
    </Part>
  );
}
