import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './Positions.module.css';
import { doubtText, useSlip } from './slips.ts';

/** The problems this device found when the order was accepted. */
export function SlipDoubt({ id }: { id: string }) {
  useWords();
  const slip = useSlip(id);
  if (!slip?.doubts?.length) return null;
  return (
    <small className={styles.doubt} role="alert">
      <Icon name="alert" size={14} />
      <span>{slip.doubts.map((doubt) => doubtText(doubt, slip)).join(' ')}</span>
    </small>
  );
}
