import { t, useWords } from '../lib/words.tsx';
import { FactorCodeField } from '../ui/FactorCodeField.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

type Of<T> = { name: string; value: T; error: string | undefined; onChange: (value: T) => void };
type ProofProps = { password: Of<string>; code?: Of<string> | undefined };

/** The problems of a form with a proof. `asked` says whether an authenticator app is set up. */
export const proofProblems = ({ password, code }: { password: string; code: string }, asked: boolean) => ({
  password: password ? undefined : t('factors.enterPassword'),
  code: asked && !code.trim() ? t('factors.enterCode') : undefined,
});
/** The fields that show refusals of a proof. */
export const aboutProof = { wrong_password: 'password', wrong_factor: 'code', factor_needed: 'code' } as const;

/**
 * Changing a log-in method requires a proof of ownership: the password, and a code if an authenticator app is set up.
 */
export function Proof({ password, code }: ProofProps) {
  const { t } = useWords();
  return (
    <>
      <PasswordField label={t('factors.password')} autoComplete="current-password" {...password} />
      {code && <FactorCodeField label={t('factors.anyCode')} {...code} />}
    </>
  );
}
