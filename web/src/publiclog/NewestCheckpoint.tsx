import { formatTime, formatWhole, shortHash } from '@glasshouse/kit/format.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { toHex } from '@glasshouse/protocol/bytes';
import type { ReactNode } from 'react';
import { NotSigned } from '../lib/log.ts';
import { useLogMemory } from '../lib/log-memory.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Note } from '../ui/Note.tsx';
import { SkeletonText } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import type { Newest } from './newest.ts';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';

const mayStand = 15_000;

type NewestCheckpointProps = {
  logKey: string;
  newest: Newest | undefined;
  error: Error | null;
  named: readonly string[];
};

/** The newest checkpoint of the log, its signatures and its age. */
export function NewestCheckpoint({ logKey, newest, error, named }: NewestCheckpointProps) {
  const { t } = useWords();
  const at = useServerNow(true);
  const stands = newest !== undefined && at - newest.since > mayStand;
  const time = newest && formatTime(newest.since, 'time');
  return (
    <Part
      title={t('log.newest')}
      aside={time && <span className={stands || error ? styles.still : styles.live}>{time}</span>}
    >
      {!newest && !error && (
        <div className={styles.held}>
          <SkeletonText lines={4} />
          <div className={styles.room} aria-hidden="true" inert>
            <Shown logKey={logKey} newest={placeholder(named)} at={at} named={named} />
          </div>
        </div>
      )}
      {error && (
        <Note tone="amber" icon="offline" role="status">
          {t(error instanceof NotSigned ? 'log.notSigned' : newest ? 'log.stands' : 'log.failed', { time: time ?? '' })}
        </Note>
      )}
      {!error && stands && (
        <Note tone="amber" icon="clock" role="status">
          {t('log.stands', { time: time! })}
        </Note>
      )}
      {newest && <Shown logKey={logKey} newest={newest} at={at} named={named} />}
    </Part>
  );
}

type ShownProps = { logKey: string; newest: Newest; at: number; named: readonly string[] };

function Shown({ logKey, newest, at, named }: ShownProps) {
  const { t } = useWords();
  const since = useLogMemory((memory) => memory.since);
  return (
    <>
      <div className={styles.figures}>
        <div>
          <small>{t('log.entries')}</small>
          <b className={styles.size}>{formatWhole(newest.head.size)}</b>
        </div>
        <div>
          <small>{t('log.root')}</small>
          <Hash value={toHex(newest.head.root)} label={t('log.root')} />
        </div>
      </div>
      <ul className={styles.signers}>
        <Signer icon="check" title={t('log.signed')}>
          {t('log.signedWith', { key: shortHash(toHex(newest.publicKey)) })}
          {since !== undefined && (
            <>
              {' '}
              <Words k="log.sameSince" date={<TimeText at={since} part="date" />} />
            </>
          )}
        </Signer>
        {newest.cosigned.map(({ name, time: cosigned }) => (
          <Signer key={name} icon="eye" title={t('log.cosigned', { name })}>
            {formatTime(cosigned * 1000, 'time')} · {agoOf(at - cosigned * 1000, t)}
          </Signer>
        ))}
      </ul>
      {newest.cosigned.length === 0 && (
        <p className={styles.help}>{t(named.length > 0 ? 'log.notCosigned' : 'log.noWitness')}</p>
      )}
      <details className={styles.details}>
        <summary>{t('log.asSigned')}</summary>
        <pre className={styles.note}>{newest.note}</pre>
        <Hash value={logKey} label={t('log.key')} />
      </details>
      <p className={styles.help}>{t('log.witnessMeans')}</p>
    </>
  );
}

const unknown = new Uint8Array(32);
/** An invisible placeholder as large as the content will be, as far as that is known. */
const placeholder = (named: readonly string[]): Newest => ({
  ...{ note: '', head: { origin: '', size: 100_000, root: unknown }, publicKey: unknown, since: 0 },
  cosigned: named.map((key) => ({ name: key.split('+')[0]!, time: 0 })),
});

/** The age in the largest unit that fits. */
function agoOf(ms: number, t: ReturnType<typeof useWords>['t']): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [unit, amount] =
    seconds < 120
      ? (['seconds', seconds] as const)
      : seconds < 7200
        ? (['minutes', Math.floor(seconds / 60)] as const)
        : (['hours', Math.floor(seconds / 3600)] as const);
  return t('log.ago', { span: t(`tape.spans.${unit}`, { amount }) });
}

function Signer({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} size={20} />
      <span>
        {title}
        <small>{children}</small>
      </span>
    </li>
  );
}
