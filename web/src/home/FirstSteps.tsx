import type { UserInfo } from '@glasshouse/protocol/session';
import { usePreferences } from '../lib/preferences.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Icon } from '../ui/Icon.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './FirstSteps.module.css';

/** What a new user may want to do first. The card leaves once all of it is done. */
export function FirstSteps({ user }: { user: UserInfo }) {
  const { t } = useWords();
  const { readSimulated, theme, updown } = usePreferences();
  const steps = [
    { step: 'account', to: '/user/settings', done: true },
    { step: 'simulated', to: '/helps/simulated', done: readSimulated },
    { step: 'identity', to: '/user/cert', done: user.identity === 'passed' },
    { step: 'display', to: '/user/display', done: theme !== 'system' || updown !== 'auto' },
  ] as const;
  const done = steps.filter((each) => each.done).length;
  if (done === steps.length) return null;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">{t('home.steps.title')}</h2>
        <span>{t('home.steps.progress', { done, total: steps.length })}</span>
      </div>
      <Card>
        <List>
          {steps.map(({ step, to, done }) => (
            <Row
              key={step}
              to={to}
              lead={<span className={done ? styles.done : styles.open}>{done && <Icon name="check" size={14} />}</span>}
              title={t(`home.steps.${step}`)}
              value={done ? t('home.steps.done') : undefined}
            />
          ))}
        </List>
      </Card>
    </section>
  );
}
