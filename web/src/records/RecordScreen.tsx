import { formatExact, placesOf } from '@glasshouse/kit/format.ts';
import type { Flow } from '@glasshouse/protocol/movements/arrows';
import { useBack } from '../lib/back.ts';
import { Refused } from '../lib/call.ts';
import { useHidden } from '../lib/hidden.ts';
import { movementPath } from '../lib/paths.ts';
import { useParams } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { KeyValue, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { StateTag } from '../ui/StateTag.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { Trail } from '../ui/Trail.tsx';
import { Postings } from './Postings.tsx';
import { useLabel } from './RecordRow.tsx';
import styles from './Records.module.css';
import { type Shown, signedAmount, useRecord } from './records.ts';

/** One record: what it was, all of its states, and their effect on the wallets. */
export function RecordScreen() {
  const { t } = useWords();
  const back = useBack();
  const { id = '' } = useParams();
  return (
    <>
      <PageBar title={t('titles.record')} onBack={back} />
      <main className={styles.page}>
        <Found id={id} />
      </main>
    </>
  );
}

/** An invalid id in the address gets the same message as an unknown one. */
const isMissing = (error: unknown) => error instanceof Refused && (error.code === 404 || error.code === 400);

function Found({ id }: { id: string }) {
  const { t } = useWords();
  const record = useRecord(id);
  if (record.isPending) return <SkeletonCards />;
  if (!record.data && isMissing(record.error))
    return <Empty title={t('records.missing')} text={t('records.missingText')} />;
  if (!record.data) {
    return <LoadFailed of={record} title={t('records.failed')} text={t('records.failedText')} />;
  }
  return <RecordDetails shown={record.data} />;
}

/** For transfers, the label is a user and not a method. */
const whose: Partial<Record<Flow, 'payee' | 'payer'>> = { transfer: 'payee', receive: 'payer' };

function RecordDetails({ shown: { record, steps, postings } }: { shown: Shown }) {
  const { t } = useWords();
  const label = useLabel();
  const hidden = useHidden();
  const { amount, signed } = signedAmount(record);
  const place = { currency: record.currency, decimals: placesOf(record.amount), hidden };
  const act = movementPath(record.flow, record.id);
  return (
    <>
      <Card pad className={styles.head}>
        <span>{t(`records.flows.${record.flow}`)}</span>
        <Money amount={amount} signed={signed} size="large" {...place} />
        <StateTag state={record.state} />
      </Card>
      <Card pad>
        <KeyValues>
          <KeyValue label={t(`records.${whose[record.flow] ?? 'way'}`)}>{label(record)}</KeyValue>
          {Number(record.fee) > 0 && (
            <KeyValue label={t('records.fee')}>
              {hidden ? '••••' : `${formatExact(record.fee)} ${record.currency}`}
            </KeyValue>
          )}
          <KeyValue label={t('records.began')}>
            <TimeText at={record.at} />
          </KeyValue>
          <KeyValue label={t('records.reference')}>
            <code className={styles.reference}>{record.id}</code>
          </KeyValue>
        </KeyValues>
      </Card>
      <Card pad aria-live="polite" aria-label={t('records.trail')}>
        <h2 className={styles.title}>{t('records.trail')}</h2>
        <Trail steps={steps} />
      </Card>
      <Postings postings={postings} />
      {act && (
        <ButtonLink kind="soft" to={act}>
          {t('records.open')}
        </ButtonLink>
      )}
    </>
  );
}
