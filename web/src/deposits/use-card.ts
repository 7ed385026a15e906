import { useEffect, useState } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { useWords } from '../lib/words.tsx';
import { cardIn, codeLength, couldBecome, dueIn, grouped, isPast, testNumbers } from './test-cards.ts';

const empty = { number: '', holder: '', due: '', code: '' };
export type CardTyped = typeof empty;

/** December of next year, as printed on a card. */
const laterDue = () => `12/${String(new Date(serverNow()).getUTCFullYear() + 1).slice(-2)}`;

/**
 * Card data stays on this device: it is neither stored nor sent. A number that can't be a test number is refused at
 * once, and cleared when the field is left. When the page is hidden, all other card data is cleared too.
 */
export function useCard() {
  const { t } = useWords();
  const [typed, setTyped] = useState(empty);
  const [judged, setJudged] = useState(false);
  const [refused, setRefused] = useState(false);
  const card = cardIn(typed.number);
  const isForeign = !couldBecome(typed.number);
  const clearForeign = () => {
    if (card || typed.number === '') return;
    setRefused(true);
    setTyped((before) => ({ ...before, number: '' }));
  };
  useEffect(() => {
    // A page hidden behind another one keeps only a test number.
    const forget = () =>
      document.visibilityState === 'hidden' &&
      setTyped(({ number }) => ({ ...empty, number: cardIn(number) ? number : '' }));
    document.addEventListener('visibilitychange', forget);
    return () => document.removeEventListener('visibilitychange', forget);
  }, []);
  const due = dueIn(typed.due);
  const digits = codeLength(typed.number);
  const wrong = {
    number: typed.number === '' ? t('deposits.card.enterNumber') : card ? undefined : t('deposits.card.notTestTyped'),
    holder: typed.holder.trim() === '' ? t('deposits.card.enterHolder') : undefined,
    due: !due
      ? t('deposits.card.enterDue', { example: laterDue() })
      : isPast(due, serverNow())
        ? t('deposits.card.past')
        : undefined,
    code: typed.code.length === digits ? undefined : t('deposits.card.enterCode', { count: digits }),
  };
  const change = (part: Partial<CardTyped>) => {
    if (part.number !== undefined) setRefused(false);
    setTyped((before) => ({ ...before, ...part }));
  };
  return {
    typed,
    card: Object.values(wrong).every((each) => each === undefined) ? card : undefined,
    problems: {
      ...(judged ? wrong : {}),
      number: refused ? t('deposits.card.notTest') : judged || isForeign ? wrong.number : undefined,
    } as Partial<Record<keyof CardTyped, string | undefined>>,
    digits,
    change,
    clearForeign,
    demand: () => setJudged(true),
    clear: () => setTyped(empty),
    /** Fills in a test number with matching data. */
    fillIn: () => {
      setRefused(false);
      const at = testNumbers.findIndex(({ number }) => number === typed.number.replaceAll(' ', ''));
      const { number } = testNumbers[(at + 1) % testNumbers.length]!;
      const code = '1234'.slice(0, codeLength(number));
      setTyped({ number: grouped(number), holder: 'TEST CARD', due: laterDue(), code });
    },
  };
}
