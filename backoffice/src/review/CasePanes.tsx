import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link, useLocation } from '@glasshouse/kit/router.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { showReviewCase } from '@glasshouse/protocol/review/office';
import { type RefObject, useEffect, useRef } from 'react';
import { useAsk } from '../lib/ask.ts';
import { amountFirst, caseWord, fieldWord, kindWord, titleWord } from '../lib/kinds.ts';
import { languageIn } from '../lib/language.ts';
import { useMay } from '../lib/session.ts';
import { t, useWords } from '../lib/words.tsx';
import { Notes } from '../ui/Notes.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank } from '../ui/Table.tsx';
import type { Case } from './case.ts';
import { Decision } from './Decision.tsx';
import { Documents } from './Documents.tsx';
import styles from './Review.module.css';
import { Specimen } from './Specimen.tsx';
import { TopUp } from './TopUp.tsx';
import { Trail } from './Trail.tsx';
import { Withdrawal } from './Withdrawal.tsx';

/** After moving to another case by a key, the focus goes to its heading unless another element has it. */
export function useArrival(moved: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the heading is there
  useEffect(() => {
    if (moved && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

type CasePanesProps = {
  id: string;
  kind: string;
  mayDecide: boolean;
  /** The operator came from another case, by a key or a decision. */
  moved: boolean;
  onDecided: () => void;
};

/** One case: the submission and notes in the middle, the decision and the trail on the right. */
export function CasePanes({ id, kind, mayDecide, moved, onDecided }: CasePanesProps) {
  const shown = useAsk(showReviewCase, { id }, { every: 10_000 });
  const { data } = shown;
  if (data === undefined)
    return (
      <main className={styles.unloaded}>
        <Back kind={kind} />
        <h1 className="vh">{caseWord(kind)}</h1>
        <QueryState of={shown} rows={6}>
          {() => null}
        </QueryState>
      </main>
    );
  return (
    <>
      <Submitted data={data} mayDecide={mayDecide} moved={moved} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a decided case has nothing to press here, and the trail scrolls */}
      <aside className={styles.side} tabIndex={0}>
        <Decision data={data} mayDecide={mayDecide} onDecided={onDecided} />
        <Trail entries={data.trail} about={data.case} />
      </aside>
    </>
  );
}

/** On a narrow screen, the way back to the queue. */
function Back({ kind }: { kind: string }) {
  const { search } = useLocation();
  return (
    <Link className={styles.back} to={`/review/${kind}${search}`}>
      <Icon name="back" size={14} />
      {kindWord(kind)}
    </Link>
  );
}

// A long text is shown as a letter, with the short facts in a table below it.
const letterOf = (fields: Case['fields']) => fields.find(({ name }) => name === 'text');
const isTime = (value: string) => /^\d{4}-\d\d-\d\dT/.test(value);
/** A fact as screens show it. A network's name is the same in all languages; "bank" is translated. */
function valueWords(name: string, value: string): string {
  if (name === 'withdrawalWay' && value === 'bank') return t('withdrawals.bank');
  return isTime(value) ? formatTime(value) : amountFirst(value);
}

function Submitted({ data, mayDecide, moved }: { data: Case; mayDecide: boolean; moved: boolean }) {
  const heading = useArrival(moved);
  const { t, locale } = useWords();
  const may = useMay();
  const { case: about, fields, documents, own } = data;
  const letter = documents.length === 0 ? letterOf(fields) : undefined;
  const facts = fields.filter((field) => field !== letter);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard, also where nothing in it can be pressed
    <main className={styles.main} tabIndex={0}>
      <Back kind={about.kind} />
      <div className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {titleWord(about.kind, about.title)}
          </h1>
          <small>
            {may('users.read') ? (
              <Link to={`/users/${about.number}`}>{t('review.user', { number: about.number })}</Link>
            ) : (
              t('review.user', { number: about.number })
            )}{' '}
            · {t('review.sent', { time: formatTime(about.submittedAt) })} ·{' '}
            {data.language
              ? t('review.reads', { language: languageIn(data.language, locale) })
              : t('review.languageUnknown')}
          </small>
        </div>
        <State about={about} />
      </div>
      <div className={styles.viewer}>
        {letter ? (
          <>
            <div className={styles.bar}>
              <b>{fieldWord(about.kind, letter.name)}</b>
            </div>
            <div className={styles.canvas}>
              <div className={styles.letter}>
                <small>
                  {t('review.user', { number: about.number })} · {formatTime(about.submittedAt)}
                </small>
                <p>{letter.value}</p>
              </div>
            </div>
          </>
        ) : (about.decided || own || !mayDecide) && documents.length > 0 ? (
          <Blank title={t(about.decided ? 'review.decidedClosed' : own ? 'review.ownClosed' : 'review.roleClosed')} />
        ) : about.kind === 'identity' ? (
          <Specimen id={about.id} documents={documents} open={about.claim?.mine ?? false} />
        ) : about.kind === 'top_up' ? (
          <TopUp id={about.id} documents={documents} open={about.claim?.mine ?? false} />
        ) : about.kind === 'withdrawal' ? (
          <Withdrawal id={about.id} open={about.claim?.mine ?? false} />
        ) : (
          <Documents id={about.id} documents={documents} open={about.claim?.mine ?? false} />
        )}
      </div>
      {facts.length > 0 && (
        <table className={styles.fields}>
          <tbody>
            {facts.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{fieldWord(about.kind, name)}</th>
                <td>{valueWords(name, value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {may('users.read') && (
        <div className={styles.notes}>
          <Notes number={about.number} case={about.id} mayWrite />
        </div>
      )}
    </main>
  );
}

function State({ about }: { about: Case['case'] }) {
  const { t } = useWords();
  if (about.decided) {
    const { decision } = about.decided;
    const passed = decision === 'approve';
    return (
      <Tag tone={passed ? 'ok' : decision === 'reject' ? 'error' : 'neutral'} icon={passed ? 'check' : 'close'}>
        {t(`review.outcome.${decision}`)}
      </Tag>
    );
  }
  return (
    <Tag tone={about.claim ? 'amber' : 'neutral'} icon="clock">
      {t(about.claim ? 'review.underReview' : 'review.waiting')}
    </Tag>
  );
}
