import { formatExact } from '@glasshouse/kit/format.ts';
import { tidyDecimal } from '@glasshouse/protocol/decimal';
import { formatUnits } from '@glasshouse/protocol/money';
import type { startWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { call } from '../lib/call.ts';
import { type ConfirmedBy, withProof } from '../lib/confirm.ts';
import { useNavigate } from '../lib/router.tsx';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { ActPassword } from '../ui/ActPassword.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { FactorCodeField } from '../ui/FactorCodeField.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { useConfirmation } from '../ui/use-confirmation.ts';
import { payeeOf, sumOf, type WithdrawalFields } from './form-state.ts';
import { PayeeLines } from './PayeeLines.tsx';
import { tidyPercent } from './Sum.tsx';
import styles from './Withdrawals.module.css';
import type { Form } from './withdrawals.ts';

type ReviewProps = { open: boolean; typed: WithdrawalFields; form: Form; onClose: () => void; onSent: () => void };
type Body = Parameters<typeof call<typeof startWithdrawal>>[2];
type WithdrawalRequest = Body extends infer B
  ? B extends { id: string }
    ? Omit<B, 'id'> & { by: ConfirmedBy }
    : never
  : never;
const path = '/index/withdraw/start';

const requestOf = (typed: WithdrawalFields, fee: string, by: ConfirmedBy): WithdrawalRequest => ({
  ...payeeOf(typed),
  amount: tidyDecimal(typed.amount),
  fee,
  by,
  ...(typed.save && { saveAs: typed.saveAs.trim() }),
});

/** Summarizes the withdrawal, warns that it cannot be undone, and asks for the trade password. */
export function ReviewSheet({ open, typed, form, onClose, onSent }: ReviewProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const id = useId();
  const act = useAct<WithdrawalRequest, { id: string }>({
    name: 'withdrawal',
    send: async ({ by, ...body }) =>
      call<typeof startWithdrawal>('POST', path, (await withProof(path, body, by)) as Body),
    // The proof is not part of the withdrawal.
    sameness: ({ by: _, ...rest }) => JSON.stringify(rest),
    onDone: ({ id }) => {
      onSent();
      void navigate(`/pay/record/${id}`, { replace: true });
    },
  });
  const password = useConfirmation(act);
  // Saving a payee also requires an authenticator code if an app is set up.
  const [code, setCode] = useState('');
  const isCodeAsked = typed.save && form.authenticator && password.by.way === 'tradePassword';
  const isCodeMissing = isCodeAsked && code.trim() === '';
  const forget = useEffectEvent(() => {
    password.clear();
    setCode('');
    act.reset();
  });
  useEffect(() => {
    if (!open) forget();
  }, [open]);
  const sum = sumOf(typed, form);
  const write = (units: bigint) => `${formatExact(formatUnits(units, sum!.currency))} ${sum!.currency}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const by: ConfirmedBy =
      isCodeAsked && password.by.way === 'tradePassword' ? { ...password.by, code: code.trim() } : password.by;
    if (password.isWhole && !isCodeMissing) act.start(requestOf(typed, form.fee, by));
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('withdrawals.review')}
      footer={
        <ConfirmButton
          confirmation={password}
          form={id}
          busy={act.isPending}
          obstacle={isCodeMissing && !password.isHeld ? t('ui.enterFactorCode') : undefined}
          className={styles.wide}
        >
          {sum && t('withdrawals.confirm', { amount: write(sum.amount) })}
        </ConfirmButton>
      }
    >
      {sum && (
        <form id={id} className={styles.form} noValidate onSubmit={submit}>
          <KeyValues>
            <PayeeLines payee={payeeOf(typed)} />
            <KeyValue label={t('withdrawals.amount')}>{write(sum.amount)}</KeyValue>
            <KeyValue label={t('withdrawals.feeOf', { fee: tidyPercent(form.fee) })}>−{write(sum.fee)}</KeyValue>
            <KeyValue label={t('withdrawals.receive')}>
              <b>{write(sum.arrives)}</b>
            </KeyValue>
          </KeyValues>
          <Notices typed={typed} />
          <Problem error={act.error} />
          <ActPassword strict={typed.save} {...password.field} />
          {isCodeAsked && <FactorCodeField label={t('ui.factorCode')} value={code} onChange={setCode} />}
        </form>
      )}
    </Sheet>
  );
}

/** Notices that the specification requires every user to read before sending. */
function Notices({ typed: { to, network } }: { typed: WithdrawalFields }) {
  const { t } = useWords();
  return (
    <Note tone="amber" icon="alert" title={t('withdrawals.notices.title')}>
      <ul className={styles.notices}>
        {to === 'address' && <li>{t('withdrawals.notices.address')}</li>}
        {to === 'address' && <li>{t('withdrawals.notices.network', { network })}</li>}
        {to === 'bank' && <li>{t('withdrawals.notices.bank')}</li>}
      </ul>
    </Note>
  );
}

/** Why it failed, or that the outcome is unknown and trying again is safe. Scrolls into view. */
function Problem({ error }: { error: unknown }) {
  const { t } = useWords();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div ref={place}>
      <MoneyProblem error={error} unanswered={t('withdrawals.unanswered')} />
    </div>
  );
}
