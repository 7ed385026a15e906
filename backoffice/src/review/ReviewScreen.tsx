import { listReviewCases, listReviewKinds, type ReviewCase } from '@glasshouse/protocol/review/office';
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useAsk } from '../lib/ask.ts';
import { useKeys } from '../lib/keys.ts';
import { kindWord } from '../lib/kinds.ts';
import { useWords } from '../lib/words.tsx';
import { Asked } from '../ui/Asked.tsx';
import { useTitle } from '../ui/Page.tsx';
import { Blank } from '../ui/Table.tsx';
import { CasePanes } from './CasePanes.tsx';
import type { QueueState } from './case.ts';
import { Queue } from './Queue.tsx';
import styles from './Review.module.css';
import { useArrival } from './use-arrival.ts';

/** A queue at work: who waits, what they sent, and the decision. */
export function ReviewScreen() {
  const { t } = useWords();
  const { kind } = useParams();
  const kinds = useAsk(listReviewKinds, {});
  return (
    <Asked of={kinds}>
      {({ list }) => {
        const chosen = list.find((each) => each.kind === kind);
        if (chosen) return <QueueAtWork key={chosen.kind} kind={chosen.kind} mayDecide={chosen.mayDecide} />;
        if (!kind && list[0]) return <Navigate to={`/review/${list[0].kind}`} replace />;
        return <Blank title={t('review.noQueues')}>{t('review.noQueuesText')}</Blank>;
      }}
    </Asked>
  );
}

function QueueAtWork({ kind, mayDecide }: { kind: string; mayDecide: boolean }) {
  const { t } = useWords();
  const { id } = useParams();
  const navigate = useNavigate();
  const [state, setState] = useState<QueueState>('waiting');
  const cases = useAsk(listReviewCases, { kind, state, limit: 100 }, { every: 10_000 });
  const list: readonly ReviewCase[] = cases.data?.list ?? [];
  useTitle(kindWord(kind));

  const [moved, setMoved] = useState(false);
  const open = (to: string | undefined) => {
    setMoved(true);
    void navigate(to ? `/review/${kind}/${to}` : `/review/${kind}`);
  };
  const move = (by: number) => {
    const at = list.findIndex((each) => each.id === id);
    const next = list[at < 0 ? 0 : Math.min(list.length - 1, Math.max(0, at + by))];
    if (next) open(next.id);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  /** The case after the decided one, so that hands can stay on the keyboard. */
  const afterDecision = () => {
    const at = list.findIndex((each) => each.id === id);
    open((list[at + 1] ?? list[at - 1])?.id);
  };
  return (
    <div className={styles.review}>
      <Queue kind={kind} state={state} onState={setState} cases={cases} current={id} />
      {id ? (
        <CasePanes key={id} id={id} mayDecide={mayDecide} moved={moved} onDecided={afterDecision} />
      ) : (
        <main className={styles.empty}>
          <Title moved={moved}>{kindWord(kind)}</Title>
          {list.length > 0 ? (
            <Blank title={t('review.choose')}>{t('review.chooseText')}</Blank>
          ) : (
            cases.data && (
              <Blank title={t(`review.empty.${state}`)}>{state === 'waiting' && t('review.emptyText')}</Blank>
            )
          )}
        </main>
      )}
    </div>
  );
}

function Title({ moved, children }: { moved: boolean; children: string }) {
  const heading = useArrival(moved);
  return (
    <h1 ref={heading} tabIndex={-1} className="vh">
      {children}
    </h1>
  );
}
