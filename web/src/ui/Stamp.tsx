import { useWords } from '../lib/words.tsx';
import styles from './Stamp.module.css';

const words = { simulated: 'ui.stampSimulated', specimen: 'ui.stampSpecimen' } as const;

/** The tilted outline on practice addresses and generated documents. */
export function Stamp({ kind }: { kind: keyof typeof words }) {
  const { t } = useWords();
  return <span className={styles.stamp}>{t(words[kind])}</span>;
}
