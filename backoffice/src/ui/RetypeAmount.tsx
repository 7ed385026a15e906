import { isLargeAmount } from '@glasshouse/protocol/backoffice/users';
import { type Currency, parseUnits } from '@glasshouse/protocol/money';
import { useState } from 'react';
import { amountWords } from '../lib/names.ts';
import { useWords } from '../lib/words.tsx';
import { TextField } from './Field.tsx';
import { Note } from './Note.tsx';

export type Amount = { amount: string; currency: Currency };
/** The name of the field, for lists of problems. */
const name = 'retyped';

/** A large amount has to be typed twice, to catch an extra digit. */
export function useRetyped(asked: Amount | undefined) {
  const [text, setText] = useState('');
  const large = asked && isLargeAmount(asked.amount, asked.currency) ? asked : undefined;
  const isSame = !large || parseUnits(text.trim(), large.currency) === parseUnits(large.amount, large.currency);
  return { large, text, setText, invalid: () => (isSame ? [] : [name]) };
}

type RetypeAmountProps = { of: ReturnType<typeof useRetyped>; wrong: (field: string) => string | undefined };

export function RetypeAmount({ of: { large, text, setText }, wrong }: RetypeAmountProps) {
  const { t } = useWords();
  if (!large) return null;
  return (
    <>
      <Note tone="amber">{t('users.large', { amount: amountWords(large) })}</Note>
      <TextField
        label={t('users.retype')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        error={wrong(name) && t(text.trim() === '' ? 'users.retypeMissing' : 'users.retypeWrong')}
        value={text}
        onChange={setText}
      />
    </>
  );
}
