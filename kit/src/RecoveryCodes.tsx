import styles from './RecoveryCodes.module.css';
import { saveText } from './save-file.ts';

/** The codes by which somebody gets in without their phone, as they are copied: one a line. */
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

/** Hands the codes to the browser as a file to keep. */
export const saveRecoveryCodes = (codes: readonly string[]): void =>
  saveText({ name: 'glasshouse-recovery-codes.txt', text: `${codes.join('\n')}\n` });
