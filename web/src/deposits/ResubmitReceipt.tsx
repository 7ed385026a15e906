import type { submitDepositAgain } from '@glasshouse/protocol/deposits/calls';
import type { Network } from '@glasshouse/protocol/movements/addresses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useAwaitedTopUp } from '../lib/movements.ts';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { pictureHint } from '../specimens/use-pictures.ts';
import { Button } from '../ui/Button.tsx';
import { MoneyProblem } from '../ui/MoneyProblem.tsx';
import styles from './Deposit.module.css';
import { depositsKey, type TopUp } from './deposits.ts';
import { ReceiptCard } from './ReceiptCard.tsx';
import { useReceipt } from './use-receipt.ts';

/** Sends another receipt for a rejected top-up. If it is sent twice, the second one finds the top-up under review. */
export function ResubmitReceipt({ topUp: { id, amount, by, address } }: { topUp: TopUp }) {
  const { t } = useWords();
  const paid = { amount, network: by as Network, address: address ?? '' };
  const receipt = useReceipt(paid);
  const queries = useQueryClient();
  const isLost = useIsLost();
  const submit = useMutation({
    mutationFn: (body: { id: string; receipt: string }) =>
      call<typeof submitDepositAgain>('POST', '/index/deposit/again', body),
    meta: { quiet: true },
    onSuccess: () => useAwaitedTopUp.setState({ awaited: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: depositsKey }),
  });
  const hint = isLost
    ? t('ui.lineLost')
    : receipt.id
      ? undefined
      : (pictureHint([receipt.slot]) ?? t('deposits.hintReceipt'));
  const send = () => receipt.id && submit.mutate({ id, receipt: receipt.id });
  return (
    <div className={styles.fields}>
      <p>{t('deposits.uploadAgain')}</p>
      <ReceiptCard receipt={receipt} paid={paid} onMissing={() => {}} />
      <MoneyProblem error={submit.error} unanswered={t('deposits.unanswered')} />
      <Button
        busy={submit.isPending}
        disabled={!receipt.id || (isLost && !submit.isPending)}
        hint={hint}
        onClick={send}
      >
        {t('deposits.submit')}
      </Button>
    </div>
  );
}
