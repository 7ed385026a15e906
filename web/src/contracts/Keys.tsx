import { useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useWords } from '../lib/words.tsx';
import { useTapped } from '../ui/use-code.ts';
import { useIsHere } from './choices.ts';
import styles from './Keys.module.css';

/** Whether single keys place orders: on this page, unless turned off. */
export function useTradeKeys(): boolean {
  const isHere = useIsHere();
  return usePreferences(({ tradeKeys }) => tradeKeys) && isHere;
}

/** The keys of this page, by what they do, on devices with a keyboard. `?` shows all of them. */
export function Keys() {
  const { t } = useWords();
  const isHere = useIsHere();
  const isOn = useTradeKeys();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const KeysSheet = useTapped(isOpen, async () => (await import('./KeysSheet.tsx')).KeysSheet, close);
  useKeys({ '?': () => setOpen(true) }, isHere);
  return (
    <>
      <div className={styles.keys}>
        {isOn && (
          <>
            <span>
              <kbd>1</kbd>–<kbd>5</kbd> {t('contract.period')}
            </span>
            <span>
              <kbd>B</kbd> {t('contract.long')}
            </span>
            <span>
              <kbd>S</kbd> {t('contract.short')}
            </span>
          </>
        )}
        <button type="button" aria-haspopup="dialog" aria-keyshortcuts="?" onClick={() => setOpen(true)}>
          <kbd>?</kbd> {t('contract.keys.all')}
        </button>
      </div>
      {KeysSheet && <KeysSheet open={isOpen && isHere} onClose={close} />}
    </>
  );
}
