import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Money } from '../ui/Money.tsx';
import styles from './InviteScreen.module.css';
import type { Invites } from './invites.ts';

/** The total earned, the number of invited users in one line, and the total of each kind. */
export function Earned({ invites: { earned, invited, verified, withheld } }: { invites: Invites }) {
  const { t } = useWords();
  const hidden = useHidden();
  return (
    <Card aria-label={t('invite.earned')}>
      <div className={styles.earned}>
        <div>
          <small>{t('invite.earned')}</small>
          <Money amount={earned.total} currency="USDT" size="large" hidden={hidden} />
        </div>
        <div className={styles.people}>
          <small>{t('invite.invited')}</small>
          <span>
            <b>{invited}</b> · {t('invite.verified', { count: verified })}
          </span>
        </div>
      </div>
      <div className={styles.parts}>
        <div>
          <small>{t('invite.sources.new_user')}</small>
          <Money amount={earned.rewards.amount} size="medium" hidden={hidden} />
          <small>
            {t('invite.rewards', { count: earned.rewards.count })}
            {withheld > 0 && ` · ${t('invite.notPaid', { count: withheld })}`}
          </small>
        </div>
        <div>
          <small>{t('invite.sources.lower_level')}</small>
          <Money amount={earned.shares.amount} size="medium" hidden={hidden} />
          <small>{t('invite.shares', { count: earned.shares.count })}</small>
        </div>
      </div>
    </Card>
  );
}
