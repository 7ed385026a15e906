import { Icon } from '@glasshouse/web/ui/Icon.tsx';
import pill from '@glasshouse/web/ui/SimulatedPill.module.css';
import styles from '@glasshouse/web/ui/SimulatedSheet.module.css';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

const points = [
  { icon: 'pane', title: 'simulated.paperTitle', text: 'simulated.paperText' },
  { icon: 'contract', title: 'simulated.priceTitle', text: 'simulated.priceText' },
  { icon: 'proof', title: 'simulated.logTitle', text: 'simulated.logText' },
] as const;

/** In the console's frame too: operators run a practice exchange, and see it said on every page. */
export function SimulatedPill() {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={pill.pill} aria-label={t('simulated.meaning')} onClick={() => setOpen(true)}>
        {t('simulated.pill')}
      </button>
      {open && (
        <Dialog title={t('simulated.title')} onClose={() => setOpen(false)}>
          <ul className={styles.points}>
            {points.map((point) => (
              <li key={point.title}>
                <Icon name={point.icon} size={20} className={styles.icon} />
                <div>
                  <b className={styles.title}>{t(point.title)}</b>
                  <p className={styles.text}>{t(point.text)}</p>
                </div>
              </li>
            ))}
          </ul>
          <Button kind="ink" big onClick={() => setOpen(false)}>
            {t('ui.gotIt')}
          </Button>
        </Dialog>
      )}
    </>
  );
}
