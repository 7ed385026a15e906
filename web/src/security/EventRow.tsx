import { formatTime } from '@glasshouse/kit/format.ts';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import type { LogInMethod } from '@glasshouse/protocol/security/kinds';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import type { Event } from './calls.ts';
import { deviceName } from './device.ts';
import styles from './Security.module.css';

type Words = ReturnType<typeof useWords>['t'];

/** The name of an event. */
function titleOf({ kind, detail, times }: Event, t: Words): string {
  if (kind === 'logged_in') return t(`security.ways.${(detail ?? 'password') as LogInMethod}`);
  if (kind === 'wrong_password') return t('security.wrongPassword', { count: times });
  if (kind === 'wrong_factor') return t('security.wrongFactor', { count: times });
  if (kind === 'wrong_trade_password') return t('security.wrongTradePassword', { count: times });
  if (kind === 'email_changed' && detail !== 'changed')
    return t(detail === 'bound' ? 'security.contacts.email_bound' : 'security.contacts.email_unbound');
  if (kind === 'phone_changed' && detail !== 'changed')
    return t(detail === 'bound' ? 'security.contacts.phone_bound' : 'security.contacts.phone_unbound');
  if (kind === 'phrase_set' && detail === 'changed') return t('security.phraseChanged');
  return t(`security.kinds.${kind}`);
}

/** May have been somebody else, so it is highlighted. */
const doubtful = ['wrong_password', 'wrong_factor', 'wrong_trade_password', 'trade_password_locked'];

/** Short enough for a narrow column: today's events by time, others by date, with the year if it isn't this one. */
function shortMoment(at: string): string {
  const [day, today] = [formatTime(at, 'date'), formatTime(serverNow(), 'date')];
  if (day === today) return formatTime(at, 'time');
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}

type EventRowProps = { event: Event; timeOf?: (at: string) => string };

/** One account event: time, name and device. */
export function EventRow({ event, timeOf = shortMoment }: EventRowProps) {
  const { t } = useWords();
  return (
    <div className={styles.event}>
      <time dateTime={event.at}>{timeOf(event.at)}</time>
      <span className={styles.grow}>
        <span className={styles.device}>
          {titleOf(event, t)}
          {doubtful.includes(event.kind) && <Tag tone="amber">{t('security.check')}</Tag>}
        </span>
        {event.kind !== 'case_opened' && <small>{placeOf(event)}</small>}
      </span>
    </div>
  );
}

const placeOf = ({ device, address }: Event) => [deviceName(device), address].filter(Boolean).join(' · ');
