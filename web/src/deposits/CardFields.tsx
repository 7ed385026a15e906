import { useWords } from '../lib/words.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './Deposit.module.css';
import { dueTyped, grouped } from './test-cards.ts';
import type { useCard } from './use-card.ts';

// No field is named like a card's, so that browsers and password managers neither offer a real card nor store the
// input.
const unnamed = {
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
} as const;

/** Number, holder, expiry date and security code. */
export function CardFields({ card }: { card: ReturnType<typeof useCard> }) {
  const { t } = useWords();
  const { typed, problems, change } = card;
  const digits = { ...unnamed, inputMode: 'numeric' } as const;
  return (
    <>
      <TextField
        {...digits}
        label={t('deposits.card.number')}
        error={problems.number}
        maxLength={23}
        value={typed.number}
        onBlur={card.clearForeign}
        onChange={(text) => change({ number: grouped(text) })}
      />
      <TextField
        {...unnamed}
        label={t('deposits.card.holder')}
        error={problems.holder}
        maxLength={40}
        value={typed.holder}
        onChange={(holder) => change({ holder })}
      />
      <div className={styles.pair}>
        <TextField
          {...digits}
          label={t('deposits.card.due')}
          placeholder={t('deposits.card.dueForm')}
          error={problems.due}
          maxLength={5}
          value={typed.due}
          onChange={(text) => change({ due: dueTyped(text, typed.due) })}
        />
        <TextField
          {...digits}
          label={t('deposits.card.code')}
          error={problems.code}
          maxLength={card.digits}
          value={typed.code}
          onChange={(text) => change({ code: text.replaceAll(/\D/g, '').slice(0, card.digits) })}
        />
      </div>
    </>
  );
}
