import { useWords } from '../lib/words.tsx';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';

const limits = ['written', 'when', 'everybody', 'app'] as const;

/** What the log cannot show, said where it is praised. */
export function NotShown() {
  const { t } = useWords();
  return (
    <Part title={t('log.not.title')}>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>{t(`log.not.${limit}`)}</li>
        ))}
      </ul>
    </Part>
  );
}
