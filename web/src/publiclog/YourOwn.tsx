import { useWords } from '../lib/words.tsx';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Part } from './Part.tsx';
import styles from './PublicLog.module.css';

/** A command to copy. */
function Command({ label, text }: { label: string; text: string }) {
  const { t } = useWords();
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <IconButton icon="copy" size={20} label={t('ui.copyOf', { what: label })} onClick={() => void copyText(text)} />
    </div>
  );
}

/** How to monitor the log without this app. */
export function YourOwn({ logKey }: { logKey: string }) {
  const { t } = useWords();
  const witness = `npx glasshouse-verify witness ./state --log ${logKey} --name witness.example/w1 --port 4191`;
  const watch = `npx glasshouse-verify watch ${location.origin} --log ${logKey} --state ./seen`;
  return (
    <Part title={t('log.own.title')} text={t('log.own.witness')}>
      <Command label={t('log.own.witnessCommand')} text={witness} />
      <p className={styles.lead}>{t('log.own.watch')}</p>
      <Command label={t('log.own.watchCommand')} text={watch} />
      <p className={styles.help}>{t('tape.needCopy', { command: 'npm install' })}</p>
    </Part>
  );
}
