import { formatExact, formatTime } from '@glasshouse/kit/format.ts';
import {
  receiptDocument,
  type TopUpCaseDetails,
  topUpCaseDetails,
  topUpDetails,
} from '@glasshouse/protocol/deposits/office';
import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { useAsk } from '../lib/ask.ts';
import { reasonWords } from '../lib/names.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank } from '../ui/Table.tsx';
import { CasePicture, readJson } from './CaseParts.tsx';
import { Receipt } from './Comparison.tsx';
import styles from './TopUp.module.css';
import { Viewer } from './Viewer.tsx';

type TopUpProps = { id: string; documents: readonly { name: string; mime: string }[]; open: boolean };

/**
 * The receipt of a top-up next to the user's history, and below them the submitted data and the content of the code.
 */
export function TopUp({ id, documents, open }: TopUpProps) {
  const { t } = useWords();
  const details = useAsk(readReviewDocument, { id, name: topUpDetails }, { enabled: open });
  if (!open) return <Blank title={t('review.claimToRead')} />;
  const hasReceipt = documents.some(({ name }) => name === receiptDocument);
  return (
    <>
      <Viewer>
        {hasReceipt ? (
          <CasePicture id={id} name={receiptDocument} label={t('review.topUp.receipt')} />
        ) : (
          <Blank title={t('review.noDocuments')} />
        )}
        <QueryState of={details} rows={4}>
          {({ base64 }) => <SoFar details={topUpCaseDetails.parse(readJson(base64))} />}
        </QueryState>
      </Viewer>
      <QueryState of={details} rows={4}>
        {({ base64 }) => <Receipt details={topUpCaseDetails.parse(readJson(base64))} />}
      </QueryState>
    </>
  );
}

function SoFar({ details: { person } }: { details: TopUpCaseDetails }) {
  const { t } = useWords();
  const sum = ({ count, sum: of }: { count: number; sum: string }) =>
    t('review.topUp.sum', { count, sum: formatExact(of) });
  return (
    <section className={styles.person} aria-labelledby="so-far">
      <h2 id="so-far">{t('review.topUp.person')}</h2>
      <KeyValues
        pairs={[
          [t('review.topUp.registered'), formatTime(person.registeredAt)],
          [t('review.topUp.identity'), t(`users.identities.${person.identity}`)],
          [t('review.topUp.passed'), sum(person.passed)],
          [t('review.topUp.cards'), sum(person.cards)],
          [t('review.topUp.waiting'), person.waiting],
        ]}
      >
        <Fact label={t('review.topUp.rejected')}>
          <Lines
            lines={person.rejected.map(
              ({ at, amount, reason }) =>
                `${formatTime(at)} · ${formatExact(amount)} USDT${reason ? ` · ${reasonWords(reason)}` : ''}`,
            )}
          />
        </Fact>
        <Fact label={t('review.topUp.changes')}>
          <Lines
            lines={person.changes.map(
              ({ kind, at }) => `${formatTime(at)} · ${t(`review.topUp.changed.${kind}` as WordKey)}`,
            )}
          />
        </Fact>
      </KeyValues>
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  const { t } = useWords();
  if (lines.length === 0) return t('review.topUp.nothing');
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
