import type { Output } from '@glasshouse/protocol/endpoint';
import type { listSessions } from '@glasshouse/protocol/session';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tag } from '../ui/Tag.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import styles from './SessionCard.module.css';

type Listed = Output<typeof listSessions>['list'][number];

/** One place where the account is logged in. */
export function SessionCard({ session, onEnd }: { session: Listed; onEnd: () => void }) {
  const { t } = useWords();
  return (
    <Card pad className={styles.card}>
      <div className={styles.words}>
        <b>{session.device || t('security.unknownDevice')}</b>
        {session.current && <Tag tone="ok">{t('security.thisDevice')}</Tag>}
      </div>
      <p>{session.address}</p>
      <p>
        {t('security.seen')} <TimeText at={session.seenAt} />
      </p>
      <p>
        {t('security.started')} <TimeText at={session.startedAt} />
      </p>
      {!session.current && (
        <Button small kind="soft" onClick={onEnd}>
          {t('security.end')}
        </Button>
      )}
    </Card>
  );
}

export function SessionSkeleton() {
  return (
    <Card pad className={styles.card}>
      <Skeleton width="60%" height={20} />
      <Skeleton width="40%" height={16} />
      <Skeleton width="70%" height={16} />
    </Card>
  );
}
