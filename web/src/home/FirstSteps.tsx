import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useEffect, useState } from 'react';
import { closeSteps, useStepMarks } from '../lib/first-steps.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { List, Row } from '../ui/Row.tsx';
import styles from './FirstSteps.module.css';
import { useFirstOrders } from './first-orders.ts';

/** The steps from a new account to a result the user has verified. Disappears when they are done or dismissed. */
export function FirstSteps({ user }: { user: string }) {
  const { t } = useWords();
  const { readSimulated } = usePreferences();
  const { checked, closed } = useStepMarks(user);
  const [isClosing, setClosing] = useState(false);
  const { data } = useFirstOrders(!closed);
  const steps = [
    { step: 'account', to: '/user/settings', done: true },
    { step: 'simulated', to: '/helps/simulated', done: readSimulated },
    { step: 'order', to: '/contract', done: data?.hasOrder },
    { step: 'receipt', to: data?.receipt, done: checked },
  ] as const;
  const done = steps.filter((each) => each.done).length;
  const finished = done === steps.length;
  // The closing message stays for the rest of this visit; on the next visit the card is gone.
  useEffect(() => {
    if (!finished || closed) return;
    setClosing(true);
    closeSteps(user);
  }, [finished, closed, user]);
  if (isClosing) return <LastWord onClose={() => setClosing(false)} />;
  if (closed || !data || finished) return null;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">{t('home.steps.title')}</h2>
        <span>{t('home.steps.progress', { done, total: steps.length })}</span>
        <button type="button" onClick={() => closeSteps(user)}>
          {t('home.steps.hide')}
        </button>
      </div>
      <Card>
        <List>
          {steps.map(({ step, to, done }) => (
            <Row
              key={step}
              {...(to !== undefined && { to })}
              lead={<span className={done ? styles.done : styles.open}>{done && <Icon name="check" size={14} />}</span>}
              title={t(`home.steps.${step}`)}
              sub={step === 'receipt' && !to && t('home.steps.afterOrder')}
              value={done ? t('home.steps.done') : undefined}
            />
          ))}
        </List>
      </Card>
    </section>
  );
}

function LastWord({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <p className={styles.last} role="status">
      <Icon name="check" size={20} />
      <span>{t('home.steps.last')}</span>
      <IconButton icon="close" size={16} quiet label={t('ui.close')} onClick={onClose} />
    </p>
  );
}
