import { useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { usePictures } from '../specimens/use-pictures.ts';
import { makeReceipt, type Paid, whyNot } from './receipt.ts';

/** The receipt of a payment: drawn or picked, then uploaded. Any change of the payment invalidates it. */
export function useReceipt(paid: Paid | undefined) {
  const { t } = useWords();
  const { user } = useAccount();
  const pictures = usePictures(['receipt']);
  const [problem, setProblem] = useState<string>();
  const [isLooking, setLooking] = useState(false);
  const key = paid && JSON.stringify(paid);
  const [of, setOf] = useState(key);
  if (of !== key) {
    setOf(key);
    setProblem(undefined);
    if (pictures.slots.receipt.at !== 'empty') pictures.clear();
  }
  const pick = async ([file]: readonly File[]) => {
    if (!file || !paid) return;
    setProblem(undefined);
    setLooking(true);
    try {
      const wrong = await whyNot(file, paid, user!);
      const named = { file: file.name };
      if (wrong === 'differs') setProblem(t('deposits.receipt.differs', named));
      else if (wrong) setProblem(t(`specimens.wrong.${wrong}`, named));
      else pictures.take('receipt', file);
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setLooking(false);
    }
  };
  const slot = pictures.slots.receipt;
  return {
    slot,
    id: slot.at === 'ready' ? slot.id : undefined,
    problem,
    isLooking,
    pick,
    make: () => {
      setProblem(undefined);
      if (paid) void pictures.make('receipt', () => makeReceipt(paid));
    },
    again: () => 'picture' in slot && slot.picture && pictures.again('receipt', slot.picture),
    stop: () => 'picture' in slot && slot.picture && pictures.stop('receipt', slot.picture),
  };
}
