import { formatDecimal, formatTime } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './InviteScreen.module.css';
import { type Invites, percentOf } from './invites.ts';

/** The terms of invitations: paid and unpaid cases, and the expected reward. */
export function Rules({ invites: { reward, share, next, invited, expected } }: { invites: Invites }) {
  const { t } = useWords();
  return (
    <Card pad className={styles.rules}>
      <h2>{t('invite.how')}</h2>
      <ul>
        <li>{t('invite.rules.reward', { reward: formatDecimal(reward) })}</li>
        <li>{t('invite.rules.share', { share: percentOf(share) })}</li>
        <li>{t('invite.rules.direct')}</li>
        <li>{t('invite.rules.trading')}</li>
        <li>{t('invite.rules.own')}</li>
      </ul>
      {next && (
        <Note icon="clock">
          {t('invite.next', {
            time: formatTime(next.from),
            reward: formatDecimal(next.reward),
            share: percentOf(next.share),
          })}
        </Note>
      )}
      <p className={styles.expect}>
        {expected
          ? t('invite.expect', {
              people: expected.people,
              day: formatDecimal(expected.day),
              month: formatDecimal(expected.month),
            })
          : t(invited === 0 ? 'invite.expectNobody' : 'invite.expectNothing')}
      </p>
    </Card>
  );
}
