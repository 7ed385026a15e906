import { Tag } from '@glasshouse/kit/Tag.tsx';
import { deviceOf } from '@glasshouse/protocol/security/device';
import { useState } from 'react';
import { useWords, Words } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { Mark } from '../ui/Mark.tsx';
import { List } from '../ui/Row.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { type Session, useSessions } from './calls.ts';
import { deviceName } from './device.ts';
import { EndDialog } from './EndDialog.tsx';
import styles from './Security.module.css';

/** The account's sessions. Any but this one can be ended, or all others at once. */
export function Sessions() {
  const { t } = useWords();
  const sessions = useSessions();
  const list = sessions.data?.list;
  const [ending, setEnding] = useState<Session | 'others'>();
  return (
    <section>
      <div className={styles.headline}>
        <h2 className={styles.heading}>{t('security.sessions')}</h2>
        {list && list.length > 1 && (
          <button type="button" className={styles.more} onClick={() => setEnding('others')}>
            {t('security.endAll')}
          </button>
        )}
      </div>
      {sessions.isPending && (
        <Card>
          <SkeletonRows rows={2} />
        </Card>
      )}
      {sessions.error && <LoadFailed of={sessions} title={t('security.failed')} text={t('security.failedText')} />}
      {list && (
        <>
          <Card>
            <List label={t('security.sessions')}>
              {list.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </List>
          </Card>
          <p className={styles.help}>{t('security.sessionsHelp')}</p>
        </>
      )}
      <EndDialog ending={ending} onClose={() => setEnding(undefined)} />
    </section>
  );
}

const handhelds = ['iPhone', 'iPad', 'Android'];

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useWords();
  const { system } = deviceOf(session.device);
  const device = deviceName(session.device);
  return (
    <div className={styles.session}>
      <Mark icon={system && handhelds.includes(system) ? 'phone' : 'desktop'} />
      <span className={styles.grow}>
        <b className={styles.device}>
          {device}
          {session.current && <Tag tone="ok">{t('security.thisDevice')}</Tag>}
        </b>
        <small>
          {session.address} · <Words k="security.since" time={<TimeText at={session.startedAt} part="clear" />} />
        </small>
      </span>
      {!session.current && (
        <Button small kind="line" onClick={onEnd} aria-label={t('security.endOf', { device })}>
          {t('security.end')}
        </Button>
      )}
    </div>
  );
}
