import { formatExact } from '@glasshouse/kit/format.ts';
import { compareDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';
import { maxUnderReview } from '@glasshouse/protocol/deposits/bounds';
import type { submitDeposit } from '@glasshouse/protocol/deposits/calls';
import { type Network, networks } from '@glasshouse/protocol/movements/addresses';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../lib/call.ts';
import { useDraft } from '../lib/draft.ts';
import { useAwaitedTopUp } from '../lib/movements.ts';
import { useNavigate } from '../lib/router.tsx';
import { useAct } from '../lib/use-act.ts';
import { useWords } from '../lib/words.tsx';

import { reviewTime } from '../specimens/review-time.ts';
import { pictureHint } from '../specimens/use-pictures.ts';
import { WhoReviews } from '../specimens/WhoReviews.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { amountProblem } from '../ui/amount.ts';
import { Button } from '../ui/Button.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import { Step } from '../ui/Step.tsx';
import { AddressCard } from './AddressCard.tsx';
import { AmountIn } from './AmountIn.tsx';
import styles from './Deposit.module.css';
import { depositsKey, networkBounds, type Terms } from './deposits.ts';
import { Networks } from './Networks.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';
import { useReceipt } from './use-receipt.ts';

type TopUpFields = { network: Network; amount: string };
type Body = { network: Network; amount: string; receipt: string };

/** A top-up through a network: network, address, amount and receipt, followed by a review. */
export function NetworkForm({ terms }: { terms: Terms }) {
  const { t } = useWords();
  const draft = useDraft<TopUpFields>('top-up', { network: networks[0], amount: '' });
  const { network, amount } = draft.typed;
  const [missing, setMissing] = useState(0);
  const { address } = terms.addresses.find((each) => each.network === network)!;
  const fits = amount !== '' && amountProblem(amount, networkBounds) === undefined;
  const paid = fits ? { amount: tidyDecimal(amount), network, address } : undefined;
  const receipt = useReceipt(paid);
  const act = useSubmit(draft.forget);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focuses the missing amount.
    if (missing) form.current?.querySelector<HTMLElement>('input[name=amount]')?.focus();
  }, [missing]);
  const isFull = terms.underReview >= maxUnderReview;
  const isReady = paid !== undefined && receipt.id !== undefined && !isFull;
  const send = () => isReady && act.start({ network, amount: paid.amount, receipt: receipt.id! });
  const takesTwo = fits && compareDecimal(amount, terms.twoPeopleAbove) > 0;
  const ready = takesTwo
    ? t('deposits.twoPeople', { amount: formatExact(terms.twoPeopleAbove) })
    : `${t('specimens.reviewTime')}: ${reviewTime({ ...terms, submittedAt: null, decidedAt: null })}`;
  const missingHint = pictureHint([receipt.slot]) ?? t(paid ? 'deposits.hintReceipt' : 'deposits.hint');
  const note = act.isLost
    ? t('ui.lineLost')
    : isFull
      ? t('deposits.full', { count: terms.underReview })
      : isReady
        ? ready
        : missingHint;
  return (
    <div ref={form} className={styles.form}>
      <WhoReviews after={takesTwo ? null : terms.automaticSeconds} onDuty={terms.onDuty} />
      <Step number={1} title={t('deposits.selectNetwork')}>
        <Networks value={network} onChange={(chosen) => draft.change({ network: chosen })} />
      </Step>
      <Step number={2} title={t('deposits.address')}>
        <AddressCard address={address} />
      </Step>
      <Step number={3} title={t('deposits.proof')}>
        <AmountIn
          {...networkBounds}
          value={amount}
          missing={missing > 0 && amount === ''}
          onChange={(typed) => {
            draft.change({ amount: typed });
            if (!act.isPending) act.reset();
          }}
        />
        <ReceiptCard receipt={receipt} paid={paid} onMissing={() => setMissing((n) => n + 1)} />
      </Step>
      <MoneyProblem error={act.error} unanswered={t('deposits.unanswered')} />
      <ActionBar note={note}>
        <Button busy={act.isPending} disabled={!isReady || (act.isLost && !act.isPending)} onClick={send}>
          {t('deposits.submit')}
        </Button>
      </ActionBar>
    </div>
  );
}

function useSubmit(onSent: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAct({
    name: 'top-up',
    send: async (body: Body & { id: string }) => {
      await call<typeof submitDeposit>('POST', '/index/deposit/submit', body);
      useAwaitedTopUp.setState({ awaited: true });
      return body.id;
    },
    sameness: ({ network, amount, receipt }) => [network, amount, receipt].join(),
    onDone: (id) => {
      onSent();
      void queries.invalidateQueries({ queryKey: depositsKey });
      void navigate(`/pay/deposit/${id}`);
    },
  });
}
