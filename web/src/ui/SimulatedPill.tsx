import { use } from 'react';
import { useWords } from '../lib/words.tsx';
import styles from './SimulatedPill.module.css';
import { OpenSimulated } from './simulated.ts';

/** On every screen and in every sheet; `still` where its own explanation is already open. */
export function SimulatedPill({ still = false }: { still?: boolean }) {
  const { t } = useWords();
  const open = use(OpenSimulated);
  if (still) return <span className={styles.pill}>{t('ui.simulated')}</span>;
  return (
    <button type="button" className={styles.pill} aria-label={t('ui.simulatedMeaning')} onClick={open}>
      {t('ui.simulated')}
    </button>
  );
}
