import type { addPayee } from '@glasshouse/protocol/withdrawals/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { withProof } from '../lib/confirm.ts';
import { useWords } from '../lib/words.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TradeProof } from '../ui/TradeProof.tsx';
import { showToast } from '../ui/toast.ts';
import { AddressFields } from './AddressFields.tsx';
import { BankFields } from './BankFields.tsx';
import { emptyFields, isShownAtOnce, payeeOf, payeeProblems, type WithdrawalFields } from './form-state.ts';
import styles from './Withdrawals.module.css';
import type { Saved } from './withdrawals.ts';

type AddPayeeProps = { open: boolean; saved: Saved; onClose: () => void };

/** Saves a payee with the required proof. Possibly real data is refused while it is typed. */
export function AddPayee({ open, saved, onClose }: AddPayeeProps) {
  const { t } = useWords();
  return (
    <Sheet open={open} onClose={onClose} title={t('withdrawals.payees.add')}>
      {open && <Fields saved={saved} onClose={onClose} />}
    </Sheet>
  );
}

function Fields({ saved, onClose }: Omit<AddPayeeProps, 'open'>) {
  const { t } = useWords();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<WithdrawalFields>({ ...emptyFields, save: true });
  const [isJudged, setIsJudged] = useState(false);
  const change = (part: Partial<WithdrawalFields>) => setTyped((before) => ({ ...before, ...part }));
  const problems = payeeProblems(typed);
  const said = (field: keyof WithdrawalFields) => {
    const problem = problems[field];
    if (!problem || !(isJudged || isShownAtOnce(problem))) return undefined;
    return t(`withdrawals.problems.${problem}`, { least: '', most: '', left: '', network: typed.network });
  };
  const fields = { typed, said, onChange: change };
  return (
    <TradeProof
      code={saved.authenticator}
      submit={t('withdrawals.payees.add')}
      check={() => {
        setIsJudged(true);
        return Object.keys(problems).length === 0;
      }}
      send={async (by) => {
        const path = '/index/withdraw/addPayee';
        const input = { name: typed.saveAs.trim(), payee: payeeOf(typed) };
        await call<typeof addPayee>('POST', path, await withProof(path, input, by));
        showToast({ kind: 'success', text: t('withdrawals.payees.added') });
        onClose();
        await queries.invalidateQueries({ queryKey: assetsKey });
      }}
    >
      <p className={styles.quiet}>{t('withdrawals.payees.addWaits')}</p>
      <Segments
        as="radio"
        label={t('withdrawals.where')}
        options={(['address', 'bank'] as const).map((value) => ({ value, label: t(`withdrawals.to.${value}`) }))}
        value={typed.to}
        onChange={(to) => change({ to })}
      />
      {typed.to === 'address' ? <AddressFields {...fields} /> : <BankFields {...fields} />}
      <TextField
        label={t('withdrawals.saveAs')}
        error={said('saveAs')}
        name="payee-name"
        maxLength={40}
        autoComplete="off"
        value={typed.saveAs}
        onChange={(saveAs) => change({ saveAs })}
      />
    </TradeProof>
  );
}
