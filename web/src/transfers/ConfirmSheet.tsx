import { formatExact } from '@glasshouse/kit/format.ts';
import { subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { type FormEvent, useId } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { ActPassword } from '../ui/ActPassword.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { useConfirmation } from '../ui/use-confirmation.ts';
import type { Payee, SendAct } from './sending.ts';
import styles from './Transfers.module.css';

type ConfirmProps = { open: boolean; payee: Payee; amount: string; fund: string; act: SendAct; onClose: () => void };

/** The confirmation of a transfer with the trade password. */
export function ConfirmSheet({ open, payee, amount, fund, act, onClose }: ConfirmProps) {
  const { t } = useWords();
  const hidden = useHidden();
  const form = useId();
  const password = useConfirmation(act);
  const close = () => {
    password.clear();
    if (!act.isPending) act.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.isWhole) act.start({ account: payee.account, token: payee.token, amount, by: password.by });
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t('transfers.confirmTitle')}
      footer={
        <ConfirmButton confirmation={password} form={form} busy={act.isPending} className={styles.wide}>
          {t('transfers.send', { amount: formatExact(amount) })}
        </ConfirmButton>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.person}>
          <Avatar name={payee.name.replaceAll('•', '') || '•'} />
          <div className={styles.name}>
            <b>{payee.name}</b>
            <small>
              {payee.account} · {t('ui.vip', { level: payee.level })}
            </small>
          </div>
          <div className={styles.sum}>
            <b>{formatExact(amount)}</b>
            <small>{t('transfers.fromFund')}</small>
          </div>
        </div>
        <KeyValues>
          <KeyValue label={t('transfers.fee')}>0.00 USDT</KeyValue>
          <KeyValue
            label={t('transfers.after')}
            note={hidden ? undefined : `${formatExact(fund)} − ${formatExact(amount)}`}
          >
            {hidden ? '••••' : formatExact(tidyDecimal(subtractDecimal(fund, amount)))} USDT
          </KeyValue>
          <KeyValue label={t('transfers.takenBack')} note={t('transfers.onlyThey')}>
            {t('transfers.notPossible')}
          </KeyValue>
        </KeyValues>
        <MoneyProblem error={act.error} unanswered={t('transfers.unanswered')} />
        <ActPassword autoFocus {...password.field} />
      </form>
    </Sheet>
  );
}
