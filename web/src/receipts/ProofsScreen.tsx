import { useEffect, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { useBack } from '../lib/back.ts';
import { sentenceOf } from '../lib/call.ts';
import { keepProofMark } from '../lib/proof-marks.ts';
import { openSheet } from '../lib/sheets.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { Progress } from '../ui/Progress.tsx';
import { List, Row } from '../ui/Row.tsx';
import { Verdict } from '../ui/Verdict.tsx';
import { ProofRow } from './ProofRow.tsx';
import { type Proof, useProofs } from './proofs.ts';
import styles from './Receipt.module.css';
import { useKeys } from './receipt.ts';
import { SharesCard } from './SharesCard.tsx';

const atATime = 50;
/** As many as a page can show; receipts of older orders are in the records. */
const maxProofs = 500;

/** How many of the user's receipts match, recomputed on this device, and which of them are shared. */
export function ProofsScreen() {
  const { t } = useWords();
  const { user } = useAccount();
  const { keys, error: keysError, refetch } = useKeys();
  const [wanted, setWanted] = useState(atATime);
  const list = useProofs(keys);
  const proofs = list.data?.pages.flatMap((page) => page.proofs) ?? [];
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const error = keys ? list.error : keysError;
  const goesOn = keys !== undefined && !error && (list.isPending || (hasNextPage && proofs.length < wanted));
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  const right = proofs.filter(({ state }) => state === 'matches').length;
  const isOver = keys !== undefined && !goesOn && !error;
  const count = proofs.length;
  useEffect(() => {
    if (isOver && user && count > 0) keepProofMark({ user: user.id, right, count });
  }, [isOver, user, right, count]);
  const wrongFirst = [...proofs.filter(({ state }) => state !== 'matches'), ...proofs.filter(isRight)];
  const retry = () => {
    if (!keys) refetch();
    else void (list.data ? fetchNextPage() : list.refetch());
  };
  return (
    <>
      <PageBar title={t('titles.receipts')} onBack={useBack()} />
      <main className={styles.page}>
        {error ? (
          <Verdict
            state="unreached"
            title={t(keys ? 'receipt.proofs.failed' : 'receipt.keysFailed')}
            text={sentenceOf(error)}
            action={
              <Button small kind="soft" busy={isFetching} onClick={retry}>
                {t('ui.tryAgain')}
              </Button>
            }
          />
        ) : (
          !(isOver && count === 0) && <Summary proofs={proofs} wanted={wanted} isOver={isOver} />
        )}
        {isOver && count === 0 && (
          <Card pad>
            <Empty
              title={t('receipt.proofs.emptyTitle')}
              text={t('receipt.proofs.emptyText')}
              action={
                <ButtonLink small to="/contract">
                  {t('app.trade')}
                </ButtonLink>
              }
            />
          </Card>
        )}
        {count > 0 && (
          <Card>
            <List label={t('titles.receipts')}>
              {wrongFirst.map((proof) => (
                <ProofRow key={`${proof.of.product} ${proof.of.order.id}`} proof={proof} />
              ))}
            </List>
          </Card>
        )}
        {isOver && hasNextPage && count < maxProofs && (
          <Button kind="proof" icon="refresh" onClick={() => setWanted(wanted + atATime)}>
            {t('receipt.proofs.goOn')}
          </Button>
        )}
        {count > 0 && <p className={styles.lead}>{t('receipt.proofs.rounds')}</p>}
        <SharesCard />
        <Card>
          <List>
            <Row icon="records" title={t('titles.records')} to="/records" />
            <Row icon="info" title={t('help.results')} onPress={() => openSheet('results')} />
          </List>
        </Card>
      </main>
    </>
  );
}

const isRight = ({ state }: Proof) => state === 'matches';

/** The progress or the result. */
function Summary({ proofs, wanted, isOver }: { proofs: readonly Proof[]; wanted: number; isOver: boolean }) {
  const { t } = useWords();
  const count = proofs.length;
  const right = proofs.filter(isRight).length;
  const unchecked = proofs.filter(({ state }) => state === 'unchecked').length;
  const summary = t('receipt.proofs.of', { right, count });
  if (!isOver)
    return (
      <Verdict
        state="busy"
        title={t('tape.checking')}
        text={
          <span className={styles.progress}>
            {count > 0 ? summary : t('receipt.loading')}
            <Progress label={t('tape.checking')} percent={(100 * count) / wanted} />
          </span>
        }
      />
    );
  const isWrong = right + unchecked < count;
  return (
    <Verdict
      state={isWrong ? 'wrong' : right === 0 ? 'unable' : 'ok'}
      title={t('tape.recomputed')}
      result={summary}
      text={unchecked > 0 ? t('receipt.proofs.unchecked', { count: unchecked }) : t('receipt.proofs.newest')}
    />
  );
}
