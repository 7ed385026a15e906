import { fullScore } from '@glasshouse/protocol/credit/rules';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './Credit.module.css';

const radius = 44;
const round = 2 * Math.PI * radius;

/** The score as a partly filled ring. Always neutral, because the number says it. */
export function Score({ score }: { score: number }) {
  const { t } = useWords();
  const words = { score, full: fullScore };
  return (
    <Card pad className={styles.score}>
      <div className={styles.ring} role="img" aria-label={t('credit.spoken', words)}>
        <svg viewBox="0 0 96 96" aria-hidden="true">
          <circle className={styles.track} cx="48" cy="48" r={radius} />
          {score > 0 && (
            <circle
              className={styles.filled}
              cx="48"
              cy="48"
              r={radius}
              strokeDasharray={`${(score / fullScore) * round} ${round}`}
            />
          )}
        </svg>
        <span className={styles.figure} aria-hidden="true">
          <b>{score}</b>
          <small>{t('credit.of', words)}</small>
        </span>
      </div>
      <div className={styles.about}>
        <p>{t('credit.practice')}</p>
        <p>{t('credit.start', words)}</p>
      </div>
    </Card>
  );
}
