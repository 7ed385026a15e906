import { refundMonths } from '@glasshouse/protocol/vip/levels';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './Vip.module.css';

const rules = ['receive', 'days', 'oneTap', 'held', 'first', 'refund'] as const;

/** How levels work, in sentences. */
export function Rules() {
  const { t } = useWords();
  return (
    <Card pad className={styles.section} aria-labelledby="rules">
      <h2 id="rules">{t('vip.rules')}</h2>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule}>{t(`vip.rule.${rule}`, { months: refundMonths })}</li>
        ))}
      </ul>
    </Card>
  );
}
