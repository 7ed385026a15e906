import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useBack } from '../lib/back.ts';
import { Link } from '../lib/router.tsx';
import { useWords, Words } from '../lib/words.tsx';
import { AccountDeletionNotice } from '../ui/AccountDeletionNotice.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { type Overview, useEvents, useOverview } from './calls.ts';
import { EventRow } from './EventRow.tsx';
import { LogInMethods } from './LogInMethods.tsx';
import styles from './Security.module.css';
import { Sessions } from './Sessions.tsx';
import { WithdrawalLock } from './WithdrawalLock.tsx';
import { YourData } from './YourData.tsx';

/** The security center: log-in methods, sessions, and account events. */
export function SecurityScreen() {
  const { t } = useWords();
  const overview = useOverview();
  return (
    <>
      <PageBar title={t('titles.security')} onBack={useBack()} />
      <main className={styles.page}>
        <AccountDeletionNotice />
        <WithdrawalLock lock={overview.data?.lock} onOver={() => void overview.refetch()} />
        <section>
          <h2 className={styles.heading}>{t('security.waysIn')}</h2>
          {overview.isPending && (
            <Card>
              <SkeletonRows rows={4} />
            </Card>
          )}
          {overview.error && (
            <LoadFailed of={overview} title={t('security.waysFailed')} text={t('security.failedText')} />
          )}
          {overview.data && <LogInMethods overview={overview.data} />}
        </section>
        <section>
          <h2 className={styles.heading}>{t('security.money')}</h2>
          <Card>
            <List label={t('security.money')}>
              <Row
                icon="withdraw"
                title={t('titles.payees')}
                sub={overview.data && <Limit savedOnly={overview.data.savedOnly} />}
                to="/user/security/payees"
              />
            </List>
          </Card>
        </section>
        <section>
          <h2 className={styles.heading}>{t('security.mails')}</h2>
          <Card>
            <List label={t('security.mails')}>
              <Row
                icon="mail"
                title={t('titles.phrase')}
                sub={t(overview.data?.mailPhrase ? 'security.phraseRowOn' : 'security.phraseRowOff')}
                to="/user/security/phrase"
              />
            </List>
          </Card>
        </section>
        <Sessions />
        <Lately />
        <YourData />
      </main>
    </>
  );
}

/** Whether withdrawals are limited to saved payees, or when that ends. */
function Limit({ savedOnly: { on, endsAt } }: Pick<Overview, 'savedOnly'>) {
  const { t } = useWords();
  if (endsAt !== null) return <Words k="security.payeesEnds" date={<TimeText at={endsAt} part="clear" />} />;
  return t(on ? 'security.payeesOn' : 'security.payeesOff');
}

function Lately() {
  const { t } = useWords();
  const events = useEvents(5);
  const list = events.data?.pages[0]?.list;
  return (
    <section>
      <h2 className={styles.heading}>{t('security.events')}</h2>
      {events.isPending && (
        <Card>
          <SkeletonRows rows={3} />
        </Card>
      )}
      {events.error && <LoadFailed of={events} title={t('security.eventsFailed')} text={t('security.failedText')} />}
      {list && (
        <Card>
          <List label={t('security.events')}>
            {list.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </List>
        </Card>
      )}
      <Link className={styles.more} to="/user/security/events">
        {t('security.allEvents')}
        <Icon name="chev" size={14} />
      </Link>
    </section>
  );
}
