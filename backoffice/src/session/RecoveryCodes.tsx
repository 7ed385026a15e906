import { saveText } from '@glasshouse/web/lib/save-text.ts';
import { useState } from 'react';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/Field.tsx';
import styles from './Session.module.css';

/** Shown this once. The way on opens when the operator says they are kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useWords();
  const [kept, setKept] = useState(false);
  const save = () => saveText({ name: 'glasshouse-recovery-codes.txt', text: `${codes.join('\n')}\n` });
  return (
    <>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button icon="download" onClick={save}>
        {t('session.saveCodes')}
      </Button>
      <CheckField checked={kept} onChange={setKept}>
        {t('session.codesKept')}
      </CheckField>
      <Button kind="ink" big disabled={!kept} onClick={onKept}>
        {t('session.goOn')}
      </Button>
    </>
  );
}
