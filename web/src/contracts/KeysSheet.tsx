import { usePreferences } from '../lib/preferences.ts';
import { useWords } from '../lib/words.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Switch } from '../ui/Switch.tsx';
import styles from './Keys.module.css';

/**
 * All keys of the contract page and a switch to turn them off, which users of dictation or a pointing stick may need.
 */
export function KeysSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useWords();
  const { tradeKeys } = usePreferences();
  const keys: [string[], string][] = [
    [['1', '2', '3', '4', '5'], t('contract.period')],
    [['B'], `${t('contract.long')}, ${t('contract.longMeans')}`],
    [['S'], `${t('contract.short')}, ${t('contract.shortMeans')}`],
    [['Enter'], t('contract.keys.confirm')],
    [['Esc'], t('contract.keys.close')],
    [['?'], t('contract.keys.list')],
  ];
  return (
    <Sheet open={open} onClose={onClose} title={t('contract.keys.title')}>
      <dl className={styles.list}>
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.switch}>
        <Switch
          label={t('contract.keys.on')}
          help={t('contract.keys.onText')}
          checked={tradeKeys}
          onChange={(next) => usePreferences.setState({ tradeKeys: next })}
        />
      </div>
    </Sheet>
  );
}
