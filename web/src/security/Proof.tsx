import { t, useWords } from '../lib/words.tsx';
import { FactorCodeField } from '../ui/FactorCodeField.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

type Of<T> = { name: string; value: T; error: string | undefined; onChange: (value: T) => void };
type ProofProps = { password: Of<string>; code?: Of<string> | undefined };

/** What is missing before a form with a proof may be sent. `asked` says whether an authenticator app is on. */
export const proofProblems = ({ password, code }: { password: string; code: string }, asked: boolean) => ({
  password: password ? undefined : t('factors.enterPassword'),
  code: asked && !code.trim() ? t('factors.enterCode') : undefined,
});
/** Where refusals of a proof are shown. */
export const aboutProof = { wrong_password: 'password', wrong_factor: 'code', factor_needed: 'code' } as const;

/** Who changes a way in shows that they are the owner: the password, and a code where an authenticator app is on. */
export function Proof({ password, code }: ProofProps) {
  const { t } = useWords();
  return (
    <>
      <PasswordField label={t('factors.password')} autoComplete="current-password" {...password} />
      {code && <FactorCodeField label={t('factors.anyCode')} {...code} />}
    </>
  );
}
