import { formatExact } from '@glasshouse/kit/format.ts';
import { scales } from '@glasshouse/protocol/money';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '../lib/draft.ts';
import { useHidden } from '../lib/hidden.ts';
import { useSearchParams } from '../lib/router.tsx';
import { serverNow } from '../lib/server-clock.ts';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { isAutomatic, spanText } from '../specimens/review-time.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { AmountField } from '../ui/AmountField.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Note } from '../ui/Note.tsx';
import { Segments } from '../ui/Segments.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AddressFields } from './AddressFields.tsx';
import { BankFields, type FieldsProps } from './BankFields.tsx';
import {
  currencyOf,
  emptyFields,
  isLarge,
  isShownAtOnce,
  keepable,
  problemsOf,
  type WithdrawalFields,
} from './form-state.ts';
import { Missing } from './Missing.tsx';
import { Payees } from './Payees.tsx';
import { ReviewSheet } from './ReviewSheet.tsx';
import { SavedPayeeField } from './SavedPayeeField.tsx';
import { Short } from './Short.tsx';
import { Sum } from './Sum.tsx';
import styles from './Withdrawals.module.css';
import type { Form } from './withdrawals.ts';

/**
 * The complete form. Obstacles for any withdrawal are shown above it; possibly real data is refused while it is typed.
 */
export function WithdrawForm({ form, onStale }: { form: Form; onStale: () => void }) {
  const { t } = useWords();
  const hidden = useHidden();
  const isLost = useIsLost();
  const [search] = useSearchParams();
  // A link to one method takes precedence over a draft of the other.
  const linked = search.get('to') === 'bank' ? 'bank' : 'address';
  const draft = useDraft<WithdrawalFields>(`withdrawal to ${linked}`, { ...emptyFields, to: linked }, keepable);
  const { typed, change } = draft;
  const [attempts, setAttempts] = useState(0);
  const [open, setOpen] = useState<'review' | 'payees'>();
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  const turn = (to: WithdrawalFields['to']) => {
    setAttempts(0);
    change({ to, amount: '' });
  };
  const limited = form.savedOnly.on;
  const problems = problemsOf(typed, form, serverNow());
  const currency = currencyOf(typed);
  const { least, most, left, balance, personal } = form.limits[currency];
  const said = (field: keyof WithdrawalFields) => {
    const problem = problems[field];
    if (!problem || (attempts === 0 && !isShownAtOnce(problem) && !(field === 'amount' && problem === 'dayLimit')))
      return;
    return t(`withdrawals.problems.${problem}`, {
      ...{ least: formatExact(least), most: formatExact(most), left: formatExact(left), network: typed.network },
    });
  };
  const after = isLarge(typed, form) ? null : form.automaticSeconds;
  const blocked = form.missing.filter((thing) => thing !== 'balance');
  const isLocked = form.missing.includes('lock');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(problems).length > 0) setAttempts((n) => n + 1);
    else setOpen('review');
  };
  return (
    <>
      <form ref={fields} className={styles.form} noValidate onSubmit={submit}>
        <Missing form={form} onOver={onStale} />
        <Segments
          as="radio"
          label={t('withdrawals.where')}
          options={(['address', 'bank'] as const).map((value) => ({ value, label: t(`withdrawals.to.${value}`) }))}
          value={typed.to}
          onChange={turn}
        />
        <Short form={form} to={typed.to} />
        {limited ? (
          <SavedPayeeField form={form} typed={typed} problem={said('to')} onChoose={() => setOpen('payees')} />
        ) : (
          <PayeeFields
            form={form}
            typed={typed}
            said={said}
            onChange={(part) => (part.to ? turn(part.to) : change(part))}
            onChoose={() => setOpen('payees')}
          />
        )}
        <AmountField
          key={typed.to}
          label={t('withdrawals.amount')}
          name="amount"
          currency={currency}
          decimals={scales[currency]}
          min={least}
          max={most}
          balance={balance}
          maxNow={personal}
          aside={t(`withdrawals.in.${typed.to}`, { amount: hidden ? '••••' : formatExact(balance) })}
          error={said('amount')}
          value={typed.amount}
          onChange={(amount) => change({ amount })}
        />
        <Sum typed={typed} form={form} />
        {!limited && (
          <Checkbox checked={typed.save} onChange={(save) => change({ save })}>
            {t('withdrawals.save')}
          </Checkbox>
        )}
        {!limited && typed.save && (
          <TextField
            label={t('withdrawals.saveAs')}
            error={said('saveAs')}
            maxLength={40}
            autoComplete="off"
            value={typed.saveAs}
            onChange={(saveAs) => change({ saveAs })}
          />
        )}
        <Note icon="clock" title={t('withdrawals.reminder')}>
          {isAutomatic(after)
            ? t('withdrawals.reminderAutomatic', { time: spanText(after) })
            : t('withdrawals.reminderText')}
        </Note>
        <ActionBar
          note={
            isLost
              ? t('ui.lineLost')
              : isLocked
                ? t('withdrawals.missing.lock')
                : blocked.length > 0 && t('withdrawals.firstMissing')
          }
        >
          <Button type="submit" disabled={blocked.length > 0 || isLost}>
            {t('withdrawals.review')}
          </Button>
        </ActionBar>
      </form>
      <ReviewSheet
        open={open === 'review'}
        typed={limited ? { ...typed, save: false } : typed}
        form={form}
        onClose={() => setOpen(undefined)}
        onSent={draft.forget}
      />
      <Payees
        open={open === 'payees'}
        payees={form.payees}
        limited={limited}
        onClose={() => setOpen(undefined)}
        onChoose={(payee) => {
          setAttempts(0);
          change({ ...payee, ...(payee.to !== typed.to && { amount: '' }), save: false });
          setOpen(undefined);
        }}
      />
    </>
  );
}

type PayeeFieldsProps = FieldsProps & { form: Form; onChoose: () => void };

/** The payee, typed or chosen from the saved ones. */
function PayeeFields({ form, onChoose, ...fields }: PayeeFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <div className={styles.acts}>
        {form.payees.length > 0 && (
          <Button kind="line" small icon="user" onClick={onChoose}>
            {t('withdrawals.chooseSaved')}
          </Button>
        )}
        <ButtonLink kind="line" small to="/user/security/payees">
          {t('withdrawals.payees.manage')}
        </ButtonLink>
      </div>
      {fields.typed.to === 'address' ? <AddressFields {...fields} /> : <BankFields {...fields} />}
    </>
  );
}
