import { formatExact } from '@glasshouse/kit/format.ts';
import type { cancelWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assetsKey } from '../lib/assets.ts';
import { useBack } from '../lib/back.ts';
import { call, Refused, sentenceOf } from '../lib/call.ts';
import { useMovements } from '../lib/movements.ts';
import { useParams } from '../lib/router.tsx';
import { useIsLost } from '../lib/use-reconnected.ts';
import { useWords } from '../lib/words.tsx';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { PayeeLines } from './PayeeLines.tsx';
import { Timeline } from './Timeline.tsx';
import styles from './Withdrawals.module.css';
import { useWithdrawal, type Withdrawal } from './withdrawals.ts';

/** One withdrawal: its state, the next step, the payee, and a cancel button while it can be canceled. */
export function WithdrawalScreen() {
  const { t } = useWords();
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useWithdrawal(id);
  useMovements(
    (event) => event.id === id && void refetch(),
    () => void refetch(),
  );
  const isNone = error instanceof Refused && (error.code === 404 || error.code === 400);
  return (
    <>
      <PageBar title={t('titles.withdrawal')} onBack={useBack()} />
      <main className={styles.page}>
        {data && <Shown withdrawal={data} />}
        {!data && !error && <SkeletonCards />}
        {!data && isNone && (
          <Empty
            title={t('withdrawals.none')}
            action={
              <ButtonLink small kind="soft" to="/order/withdrawRecord">
                {t('titles.withdrawals')}
              </ButtonLink>
            }
          />
        )}
        {!data && error && !isNone && (
          <LoadFailed
            of={{ error, isFetching, refetch }}
            title={t('withdrawals.oneFailed')}
            text={t('withdrawals.failedText')}
          />
        )}
      </main>
    </>
  );
}

/** If it was returned in full, no fee was charged and nothing arrives. */
const isReturned = (state: Withdrawal['state']) => state === 'rejected' || state === 'failed' || state === 'cancelled';

function Shown({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useWords();
  const { id, state, amount, fee, arrives, currency, payee, at } = withdrawal;
  const write = (text: string) => `${formatExact(text)} ${currency}`;
  return (
    <>
      <Card pad>
        <Timeline withdrawal={withdrawal} />
      </Card>
      <Card pad className={styles.facts}>
        <KeyValues>
          <KeyValue label={t('withdrawals.amount')}>{write(amount)}</KeyValue>
          {!isReturned(state) && (
            <>
              <KeyValue label={t('withdrawals.fee')}>−{write(fee)}</KeyValue>
              <KeyValue label={t('withdrawals.receive')}>
                <b>{write(arrives)}</b>
              </KeyValue>
            </>
          )}
          <PayeeLines payee={payee} />
          <KeyValue label={t('withdrawals.askedAt')}>
            <TimeText at={at} />
          </KeyValue>
          <KeyValue label={t('withdrawals.reference')}>
            <span className={styles.reference}>{id}</span>
          </KeyValue>
        </KeyValues>
      </Card>
      <Note icon="shield">{t('withdrawals.simulated')}</Note>
      {state === 'under_review' && <Cancel id={id} amount={write(amount)} />}
    </>
  );
}

function Cancel({ id, amount }: { id: string; amount: string }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const isLost = useIsLost();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => call<typeof cancelWithdrawal>('POST', '/index/withdraw/cancel', { id }),
    meta: { quiet: true },
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: assetsKey });
    },
  });
  return (
    <>
      {cancel.error && (
        <Note tone="error" role="alert">
          {sentenceOf(cancel.error)}
        </Note>
      )}
      <ActionBar note={isLost && t('ui.lineLost')}>
        <Button kind="soft" disabled={isLost} onClick={() => setAsking(true)}>
          {t('withdrawals.cancel.act')}
        </Button>
      </ActionBar>
      <ConfirmDialog
        open={asking}
        title={t('withdrawals.cancel.title')}
        text={t('withdrawals.cancel.text', { amount })}
        confirm={t('withdrawals.cancel.act')}
        cancel={t('withdrawals.cancel.keep')}
        busy={cancel.isPending}
        onConfirm={() => cancel.isPending || cancel.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
