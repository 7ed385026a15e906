import { checkUnsigned, matches } from '@glasshouse/protocol/orders/receipt';
import type { OrderBase } from '@glasshouse/protocol/orders/shapes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBack } from '../lib/back.ts';
import { useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { PracticeSignUp } from '../trading/practice/PracticeSignUp.tsx';
import { useRead } from '../trading/waiting.ts';
import { Button } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { CheckList } from './CheckList.tsx';
import { Differences } from './Differences.tsx';
import { ForeknowledgeNote } from './ForeknowledgeNote.tsx';
import { HashChain } from './HashChain.tsx';
import { PriceSourceCard } from './PriceSourceCard.tsx';
import { type PracticeEvidence, type PracticeOrder, usePracticeOrder } from './practice.ts';
import { OrderCard } from './products/registry.tsx';
import styles from './Receipt.module.css';
import { useKeys } from './receipt.ts';
import { TapeTable } from './TapeTable.tsx';
import { type Recompute, useCheck } from './use-check.ts';
import { CannotLoad, Recomputed, Waiting } from './Verdicts.tsx';

const recheck: Recompute<PracticeEvidence | undefined> = (evidence, { tapeKeys }, onSeal) =>
  checkUnsigned<OrderBase>(evidence!, { tapeKeys, onSeal });

/**
 * The receipt of an order that only this device knows: the stored order, recomputed from the public proof of the tape.
 */
export function DeviceReceiptScreen() {
  const { t } = useWords();
  const { id = '' } = useParams();
  const kept = usePracticeOrder(id);
  useRead(id);
  return (
    <>
      <PageBar title={t('titles.receipt')} onBack={useBack()} />
      <main className={styles.page}>
        {kept ? (
          <DeviceReceipt kept={kept} />
        ) : (
          <Verdict state="missing" title={t('receipt.device.missing')} text={t('receipt.device.missingText')} />
        )}
      </main>
    </>
  );
}

const lookAgain = 1000;

/** Polled while the last ticks are being sealed. */
function useEvidence({ order, read }: PracticeOrder) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['receipts', 'device', order.id, order.outcome],
    queryFn: () => read(queries),
    enabled: order.outcome !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data === 'waits' ? lookAgain : false),
    meta: { quiet: true },
  });
}

function DeviceReceipt({ kept }: { kept: PracticeOrder }) {
  const { t } = useWords();
  const { order, page } = kept;
  const proof = useEvidence(kept);
  const { keys, error, refetch } = useKeys();
  const evidence = typeof proof.data === 'object' ? proof.data : undefined;
  const { check, again } = useCheck(recheck, evidence, keys, evidence !== undefined);
  const checked = check.state === 'done' ? check.checked : undefined;
  const retry = () => {
    if (!keys) refetch();
    if (!evidence) void proof.refetch();
  };
  return (
    <>
      {order.outcome === null || proof.data === 'waits' ? (
        <Waiting for={order.outcome === null ? 'not_ended' : 'not_sealed'} />
      ) : proof.data === 'gone' ? (
        <Verdict state="missing" title={t('receipt.missing.tape_gone.title')} />
      ) : !evidence || (!keys && error) ? (
        <CannotLoad
          error={evidence ? error : proof.error}
          what={evidence ? 'keys' : 'own'}
          busy={proof.isFetching}
          onRetry={retry}
        />
      ) : (
        <Recomputed check={check} />
      )}
      {evidence && <ForeknowledgeNote receipt={evidence} />}
      <Note icon="phone" title={t('titles.practice')}>
        {t('receipt.device.lacks')} {t('receipt.device.notShared')}
      </Note>
      {checked && !matches(checked) && (
        <Differences checks={checked.checks} receipt={evidence} lead={t('receipt.device.differs')} />
      )}
      {evidence && (
        <>
          <OrderCard receipt={evidence} />
          <TapeTable receipt={evidence} checked={checked} />
          <HashChain receipt={evidence} checked={checked} />
          <PriceSourceCard receipt={evidence} />
          {checked && <CheckList receipt={evidence} checked={checked} />}
          <Button kind="proof" icon="refresh" onClick={again}>
            {t('receipt.runAgain')}
          </Button>
        </>
      )}
      <PracticeSignUp to={page} />
      <p className={styles.foot}>{t('receipt.order', { id: order.id })}</p>
    </>
  );
}
