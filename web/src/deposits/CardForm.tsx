import { formatExact } from '@glasshouse/kit/format.ts';
import { compareDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import type { topUpByCard } from '@glasshouse/protocol/deposits/calls';
import type { CardBrand } from '@glasshouse/protocol/deposits/cards';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../lib/call.ts';
import { useDraft } from '../lib/draft.ts';
import { useNavigate } from '../lib/router.tsx';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { amountProblem } from '../ui/amount.ts';
import { Button } from '../ui/Button.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Note } from '../ui/Note.tsx';
import { AmountIn } from './AmountIn.tsx';
import { CardFields } from './CardFields.tsx';
import styles from './Deposit.module.css';
import { depositsKey, ofCards, type Terms } from './deposits.ts';
import { useCard } from './use-card.ts';

type Body = { amount: string; card: { brand: CardBrand; lastFour: string } };

/** A top-up with a published test card. The input is validated here; only brand and last four digits are sent. */
export function CardForm({ terms: { cardLeft } }: { terms: Terms }) {
  const { t } = useWords();
  const card = useCard();
  const draft = useDraft('top-up by card', { amount: '' });
  const { amount } = draft.typed;
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  const isUsedUp = compareDecimal(cardLeft, ofCards.min) < 0;
  const max = compareDecimal(cardLeft, ofCards.max) < 0 && !isUsedUp ? cardLeft : ofCards.max;
  const fits = amount !== '' && amountProblem(amount, { ...ofCards, max }) === undefined;
  const act = usePay(() => {
    card.clear();
    draft.forget();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    card.demand();
    if (fits && card.card && !isUsedUp) return act.start({ amount: tidyDecimal(amount), card: card.card });
    setAttempts((n) => n + 1);
  };
  const left = isUsedUp ? t('deposits.card.used') : t('deposits.card.left', { amount: formatExact(cardLeft) });
  return (
    <form ref={form} className={styles.fields} noValidate autoComplete="off" onSubmit={submit}>
      <Note tone="brand" icon="shield" title={t('deposits.card.title')}>
        {t('deposits.card.about')}
      </Note>
      <Button kind="soft" small icon="wand" className={styles.start} onClick={card.fillIn}>
        {t('deposits.card.use')}
      </Button>
      <CardFields card={card} />
      <AmountIn
        min={ofCards.min}
        max={max}
        value={amount}
        missing={attempts > 0 && amount === ''}
        onChange={(typed) => {
          draft.change({ amount: typed });
          if (!act.isPending) act.reset();
        }}
      />
      <MoneyProblem error={act.error} unanswered={t('deposits.unanswered')} />
      <ActionBar note={act.isLost ? t('ui.lineLost') : left}>
        <Button type="submit" busy={act.isPending} disabled={isUsedUp || (act.isLost && !act.isPending)}>
          {fits ? t('deposits.card.pay', { amount: formatExact(amount) }) : t('titles.deposit')}
        </Button>
      </ActionBar>
    </form>
  );
}

function usePay(onPaid: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAct({
    send: async (body: Body & { id: string }) => {
      await call<typeof topUpByCard>('POST', '/index/deposit/card', body);
      return body.id;
    },
    sameness: ({ amount, card }) => [amount, card.brand, card.lastFour].join(),
    onDone: (id) => {
      onPaid();
      void queries.invalidateQueries({ queryKey: depositsKey });
      void navigate(`/pay/deposit/${id}`);
    },
  });
}
