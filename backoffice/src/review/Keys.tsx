import { useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './Review.module.css';

const keys = [
  [['J', 'K'], 'move'],
  [['C'], 'claim'],
  [['1–9'], 'checks'],
  [['A'], 'approve'],
  [['R'], 'reject'],
  [['Esc'], 'leave'],
  [['Ctrl/⌘', 'Enter'], 'send'],
  [['U'], 'undo'],
  [['+', '−', '0'], 'zoom'],
  [['/'], 'search'],
  [['?'], 'keys'],
] as const;

/** The keyboard shortcuts of a queue; `?` opens it. */
export function Keys() {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  return (
    <>
      <Button kind="quiet" shortcut="?" onClick={() => setOpen(true)}>
        {t('review.keys.title')}
      </Button>
      {open && (
        <Dialog title={t('review.keys.title')} onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            {keys.map(([letters, does]) => (
              <div key={does}>
                <dt>
                  {letters.map((letter) => (
                    <kbd key={letter}>{letter}</kbd>
                  ))}
                </dt>
                <dd>{t(`review.keys.${does}`)}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
