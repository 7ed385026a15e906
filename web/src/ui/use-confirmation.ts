import { useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { Refused } from '../lib/call.ts';
import type { ConfirmedBy, ConfirmWay } from '../lib/confirm.ts';
import { useWords } from '../lib/words.tsx';
import { tradePasswordDigits } from './TradePasswordField.tsx';

type Act = { isPending: boolean; isLost: boolean; error: unknown; reset: () => void };

/** The confirmation of an action that moves money: the props of its field and button, and what is still missing. */
export function useConfirmation({ isPending, isLost, error, reset }: Act) {
  const { t } = useWords();
  const { user } = useAccount();
  const [way, setWay] = useState<ConfirmWay>('tradePassword');
  const [typed, setTyped] = useState('');
  const isWrong =
    error instanceof Refused && (error.reason === 'wrong_trade_password' || error.reason === 'wrong_factor');
  useEffect(() => {
    if (isWrong) setTyped('');
  }, [isWrong]);
  const left = way === 'passkey' ? 0 : tradePasswordDigits - typed.length;
  const isMissing = user?.tradePassword === false;
  const by: ConfirmedBy = way === 'passkey' ? { way } : { way, typed };
  // The refusal is shown until something else is typed.
  const forgive = () => {
    if (error && !isPending) reset();
  };
  return {
    by,
    /** There is no trade password yet: a link to set one replaces the button. */
    isMissing,
    isWhole: left === 0 && !isMissing,
    clear: () => {
      setTyped('');
      setWay('tradePassword');
    },
    /** Why it can't be confirmed yet. */
    hint: isLost ? t('ui.lineLost') : left > 0 && !isMissing ? t('ui.digitsToGo', { count: left }) : undefined,
    isHeld: left > 0 || isMissing || isLost,
    field: {
      way,
      onWay: (next: ConfirmWay) => {
        setWay(next);
        setTyped('');
        forgive();
      },
      value: typed,
      onChange: (digits: string) => {
        setTyped(digits);
        forgive();
      },
    },
  };
}
