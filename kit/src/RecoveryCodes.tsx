import styles from './RecoveryCodes.module.css';
import { saveText } from './save-file.ts';

/** The codes for logging in without the phone, one per line, as they are copied. */
export function RecoveryCodes({ codes, label }: { codes: readonly string[]; label: string }) {
  return (
    <ol className={styles.codes} aria-label={label}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  );
}

/** Saves the codes as a file. */
export const saveRecoveryCodes = (codes: readonly string[]): void =>
  saveText({ name: 'glasshouse-recovery-codes.txt', text: `${codes.join('\n')}\n` });
