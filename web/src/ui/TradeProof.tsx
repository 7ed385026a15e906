import { tradePassword as digits } from '@glasshouse/protocol/session/calls';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import type { ConfirmedBy, ConfirmWay } from '../lib/confirm.ts';
import { useForm } from '../lib/use-form.ts';
import { useWords } from '../lib/words.tsx';
import { ActPassword } from './ActPassword.tsx';
import { Button } from './Button.tsx';
import { SetTradePassword } from './ConfirmButton.tsx';
import { FactorCodeField } from './FactorCodeField.tsx';
import { FormProblem } from './FormProblem.tsx';
import styles from './TradeProof.module.css';

type TradeProofProps = {
  /** Whether an authenticator code is required too. */
  code: boolean;
  submit: string;
  danger?: boolean;
  /** Called on submit: whether the rest of the form is complete. */
  check?: () => boolean;
  /** For a form that was just opened by a press: the password is typed next. */
  autoFocus?: boolean;
  send: (by: ConfirmedBy) => Promise<void>;
  onCancel?: () => void;
  children?: ReactNode;
};

/**
 * Asks for the trade password, with a code if an authenticator app is set up, or for a passkey alone. Placed below the
 * data it confirms.
 */
export function TradeProof(props: TradeProofProps) {
  const { submit, danger = false, check = () => true, autoFocus = false, send, onCancel, children } = props;
  const { t } = useWords();
  const { user } = useAccount();
  const [way, setWay] = useState<ConfirmWay>('tradePassword');
  const isTyped = way === 'tradePassword';
  const asked = props.code && isTyped;
  const { form, field, busy, problem, demand } = useForm(
    { tradePassword: '', code: '' },
    ({ tradePassword, code }) => ({
      tradePassword: !isTyped || digits.safeParse(tradePassword).success ? undefined : t('ui.enterTradePassword'),
      code: asked && !code.trim() ? t('ui.enterFactorCode') : undefined,
    }),
    {
      send: ({ tradePassword, code }) =>
        send(isTyped ? { way, typed: tradePassword, ...(asked && { code: code.trim() }) } : { way: 'passkey' }),
      about: { wrong_trade_password: 'tradePassword', wrong_factor: 'code', factor_needed: 'code' },
    },
  );
  const submitted = (event: FormEvent) => {
    if (check()) return form.onSubmit(event);
    event.preventDefault();
    demand('tradePassword', 'code');
  };
  const isMissing = user?.tradePassword === false;
  return (
    <form {...form} onSubmit={submitted} className={styles.form}>
      {children}
      <ActPassword strict way={way} onWay={setWay} autoFocus={autoFocus} {...field('tradePassword')} />
      {asked && <FactorCodeField label={t('ui.factorCode')} {...field('code')} />}
      <FormProblem text={problem} />
      {isMissing ? (
        <SetTradePassword />
      ) : (
        <Button type="submit" kind={danger ? 'error' : 'ink'} busy={busy}>
          {submit}
        </Button>
      )}
      {onCancel && (
        <Button kind="soft" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      )}
    </form>
  );
}
