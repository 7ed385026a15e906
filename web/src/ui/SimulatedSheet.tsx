import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Points } from '@glasshouse/kit/Points.tsx';
import { Link } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import { Sheet } from './Sheet.tsx';
import styles from './SimulatedSheet.module.css';

type SimulatedSheetProps = {
  open: boolean;
  onClose: () => void;
  /** The path of the page about checking a result. */
  checkPath: string;
};

const points = [
  { icon: 'pane', title: 'ui.paperTitle', text: 'ui.paperText' },
  { icon: 'contract', title: 'ui.tapeTitle', text: 'ui.tapeText' },
  { icon: 'proof', title: 'ui.openTitle', text: 'ui.openText' },
] as const;

/** Explains the pill. */
export function SimulatedSheet({ open, onClose, checkPath }: SimulatedSheetProps) {
  const { t } = useWords();
  return (
    <Sheet open={open} onClose={onClose} title={t('ui.simulatedTitle')} stillPill>
      <Points points={points.map(({ icon, title, text }) => ({ icon, title: t(title), text: t(text) }))} />
      <Button onClick={onClose}>{t('ui.gotIt')}</Button>
      <Link className={styles.check} to={checkPath} onClick={onClose}>
        {t('ui.howToCheck')}
        <Icon name="chev" size={16} />
      </Link>
    </Sheet>
  );
}
