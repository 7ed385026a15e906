import { formatSigned } from '@glasshouse/kit/format.ts';
import { fullScore } from '@glasshouse/protocol/credit/rules';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './Credit.module.css';
import type { Rule } from './credit.ts';

/** The events that change the score in one direction, with their points. */
export function Rules({ title, rules }: { title: string; rules: readonly Rule[] }) {
  const { t } = useWords();
  return (
    <Card>
      <table className={styles.rules} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('credit.points')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ kind, points }) => (
            <tr key={kind}>
              <td>{t(`credit.rules.${kind}`, { full: fullScore })}</td>
              <td>{formatSigned(String(points), 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
