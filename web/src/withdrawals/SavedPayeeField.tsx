import { serverNow } from '../lib/server-clock.ts';
import { useWords, Words } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FormProblem } from '../ui/FormProblem.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { isUsable, savedIn, type WithdrawalFields } from './form-state.ts';
import { PayeeLines } from './PayeeLines.tsx';
import styles from './Withdrawals.module.css';
import type { Form } from './withdrawals.ts';

type SavedPayeeFieldProps = { form: Form; typed: WithdrawalFields; problem: string | undefined; onChoose: () => void };

/** The payee if only saved ones are allowed: it is chosen, not typed. */
export function SavedPayeeField({ form, typed, problem, onChoose }: SavedPayeeFieldProps) {
  const { t } = useWords();
  const saved = savedIn(form, typed);
  const some = form.payees.some(({ payee }) => payee.to === typed.to);
  const now = serverNow();
  const canChoose = form.payees.some((each) => isUsable(each, now));
  const [first] = form.payees.map(({ usableAt }) => usableAt).toSorted();
  const { endsAt } = form.savedOnly;
  return (
    <>
      <Note icon="lock" title={t('withdrawals.payees.limited')}>
        {endsAt ? (
          <Words k="withdrawals.payees.limitedUntil" time={<TimeText at={endsAt} part="clear" />} />
        ) : (
          t('withdrawals.payees.limitedText')
        )}
      </Note>
      {saved && (
        <Card pad aria-label={saved.name}>
          <b className={styles.name}>{saved.name}</b>
          <KeyValues>
            <PayeeLines payee={saved.payee} />
          </KeyValues>
        </Card>
      )}
      {!canChoose && first !== undefined ? (
        <p className={styles.quiet}>
          <Words k="withdrawals.payees.firstUsable" time={<TimeText at={first} part="clear" />} />
        </p>
      ) : (
        !some && <p className={styles.quiet}>{t('withdrawals.payees.noneHere')}</p>
      )}
      <FormProblem text={problem} />
      <div className={styles.acts}>
        {canChoose && (
          <Button kind="line" small icon="user" onClick={onChoose}>
            {t(saved ? 'withdrawals.payees.another' : 'withdrawals.chooseSaved')}
          </Button>
        )}
        <ButtonLink kind="line" small to="/user/security/payees">
          {t('withdrawals.payees.manage')}
        </ButtonLink>
      </div>
    </>
  );
}
