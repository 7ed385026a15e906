import { Spinner } from '@glasshouse/kit/Spinner.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './Field.module.css';
import { TextField, type TextFieldProps } from './TextField.tsx';

type CodeFieldProps = Pick<
  TextFieldProps,
  'label' | 'help' | 'error' | 'value' | 'onChange' | 'name' | 'required' | 'ref' | 'enterKeyHint'
> & {
  onSend: () => void;
  sending?: boolean;
  /** A code was sent before, so the button offers another one. */
  sent?: boolean;
  /** Seconds until another code may be requested; 0 if now. */
  wait?: number;
};

const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, 14);

/** The field for a code from a message, and the button that sends it. */
export function CodeField({ onSend, sending = false, sent = false, wait = 0, onChange, ...rest }: CodeFieldProps) {
  const { t } = useWords();
  const resting = sending || wait > 0;
  const words = wait > 0 ? t('ui.resendIn', { count: wait }) : t(sent ? 'ui.resendCode' : 'ui.sendCode');
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={t('ui.codeDigits')}
      {...rest}
      onChange={(text) => onChange(digitsOf(text))}
      end={
        // Not disabled, because that would drop the focus right after the press.
        <button
          type="button"
          className={styles.act}
          aria-disabled={resting || undefined}
          onClick={resting ? undefined : onSend}
        >
          {sending ? <Spinner size={18} /> : words}
          {sending && <span className="vh">{t('ui.loading')}</span>}
        </button>
      }
    />
  );
}
