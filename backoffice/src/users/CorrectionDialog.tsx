import { listApprovals, type SeenPerson } from '@glasshouse/protocol/backoffice/approvals';
import { correctBalance, creditMax, isAboveCreditMax, walletHolds } from '@glasshouse/protocol/backoffice/users';
import { type Wallet, wallets } from '@glasshouse/protocol/ledger/books';
import { type Currency, parseUnits, scales } from '@glasshouse/protocol/money';
import { useState } from 'react';
import { grouped } from '../lib/fields.ts';
import { correctionWords } from '../lib/names.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog, Pair } from '../ui/ActDialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { RetypeAmount, useRetyped } from '../ui/RetypeAmount.tsx';
import { Segments } from '../ui/Segments.tsx';

const currencies = Object.keys(scales) as Currency[];

type CorrectionDialogProps = { person: SeenPerson; onClose: () => void };

/** Requests a posting between the house and a wallet. Another operator has to approve it. */
export function CorrectionDialog({ person, onClose }: CorrectionDialogProps) {
  const { t } = useWords();
  // Created when the form opens, so that a repeated press makes the same request.
  const [id] = useState(() => crypto.randomUUID());
  const [direction, setDirection] = useState<'credit' | 'debit'>('credit');
  const [wallet, setWallet] = useState<Wallet>('fund');
  const [currency, setCurrency] = useState<Currency>('USDT');
  const [amount, setAmount] = useState('');
  const held = currencies.filter((each) => walletHolds(wallet, each));
  const chosen = held.includes(currency) ? currency : held[0]!;
  const typed = amount.trim();
  const asked = (parseUnits(typed, chosen) ?? 0n) > 0n ? { amount: typed, currency: chosen } : undefined;
  const isTooMuch = direction === 'credit' && isAboveCreditMax(typed, chosen);
  const retyped = useRetyped(isTooMuch ? undefined : asked);
  const { number } = person;
  return (
    <ActDialog
      endpoint={correctBalance}
      title={asked ? correctionWords({ ...asked, direction }, person) : t('users.correctTitle', { number })}
      about={t('users.correctAbout')}
      reasonHelp={t('users.userReads')}
      submit={t('users.askFor')}
      body={(reason) => ({ id, number, wallet, currency: chosen, direction, amount: typed, reason })}
      invalid={() => (isTooMuch ? ['amount'] : retyped.invalid())}
      changes={[listApprovals]}
      done={t('users.asked')}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <Segments
            label={t('users.direction')}
            choices={[
              ['credit', t('users.credited')],
              ['debit', t('users.debited')],
            ]}
            value={direction}
            onChange={setDirection}
          />
          <Pair>
            <SelectField label={t('users.wallet')} value={wallet} onChange={(value) => setWallet(value as Wallet)}>
              {wallets.map((each) => (
                <option key={each} value={each}>
                  {t(`books.account.${each}`)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('users.currency')}
              value={chosen}
              error={wrong('currency')}
              onChange={(value) => setCurrency(value as Currency)}
            >
              {held.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
          </Pair>
          <TextField
            label={t('users.amount')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            help={direction === 'credit' && t('users.creditBounds')}
            error={isTooMuch ? t('users.creditTooMuch', { most: grouped(creditMax) }) : wrong('amount')}
            value={amount}
            onChange={setAmount}
          />
          <RetypeAmount of={retyped} wrong={wrong} />
        </>
      )}
    </ActDialog>
  );
}
