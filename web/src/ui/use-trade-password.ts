import { useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { Refused } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { tradePasswordDigits } from './TradePasswordField.tsx';

type Act = { isPending: boolean; isLost: boolean; error: unknown; reset: () => void };

/** The trade password that an act of money is confirmed by: what its field and its button are given, and what is still to be typed. */
export function useTradePassword({ isPending, isLost, error, reset }: Act) {
  const { t } = useWords();
  const { user } = useAccount();
  const [typed, setTyped] = useState('');
  const isWrong = error instanceof Refused && error.reason === 'wrong_trade_password';
  useEffect(() => {
    if (isWrong) setTyped('');
  }, [isWrong]);
  const left = tradePasswordDigits - typed.length;
  return {
    typed,
    isWhole: left === 0,
    clear: () => setTyped(''),
    /** Why it cannot be confirmed yet, if so. */
    hint: isLost
      ? t('ui.lineLost')
      : left > 0 && user?.tradePassword !== false
        ? t('ui.digitsToGo', { count: left })
        : undefined,
    isHeld: left > 0 || isLost,
    field: {
      value: typed,
      // What was refused is said until something else is typed.
      onChange: (digits: string) => {
        setTyped(digits);
        if (error && !isPending) reset();
      },
    },
  };
}
