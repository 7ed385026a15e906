import { Navigate, useLocation, useNavigate, useParams } from '@glasshouse/kit/router.tsx';
import { listReviewCases, listReviewKinds, type ReviewCase } from '@glasshouse/protocol/review/office';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAsk, usePages } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useChoices } from '../lib/choices.ts';
import { useKeys } from '../lib/keys.ts';
import { kindWord } from '../lib/kinds.ts';
import { useWords } from '../lib/words.tsx';
import { useTitle } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Blank } from '../ui/Table.tsx';
import { CasePanes, useArrival } from './CasePanes.tsx';
import { choicesOf, isLeft, nextOf, type View, viewIn } from './case.ts';
import { useDecidedHere } from './Pending.tsx';
import { Queue } from './Queue.tsx';
import styles from './Review.module.css';

/** A queue and the open case. */
export function ReviewScreen() {
  const { t } = useWords();
  const { kind } = useParams();
  const kinds = useAsk(listReviewKinds, {});
  const early = useRef(0);
  useKeys(kinds.data ? {} : moving((by) => (early.current = by)));
  return (
    <QueryState of={kinds}>
      {({ list }) => {
        const chosen = list.find((each) => each.kind === kind);
        if (chosen)
          return <QueueAtWork key={chosen.kind} kind={chosen.kind} mayDecide={chosen.mayDecide} early={early} />;
        if (!kind && list[0]) return <Navigate to={`/review/${list[0].kind}`} />;
        if (list.length > 0) return <Blank title={t('review.closedQueue')}>{t('review.closedQueueText')}</Blank>;
        return <Blank title={t('review.noQueues')}>{t('review.noQueuesText')}</Blank>;
      }}
    </QueryState>
  );
}

/** Moves with the keys J and K. */
const moving = (move: (by: 1 | -1) => void) => ({ j: () => move(1), k: () => move(-1) });

type QueueAtWorkProps = {
  kind: string;
  mayDecide: boolean;
  /** The last move by a key before the queue was loaded. */
  early: RefObject<number>;
};

function QueueAtWork({ kind, mayDecide, early }: QueueAtWorkProps) {
  const { t } = useWords();
  const { id } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [choices, choose] = useChoices(['state', 'only', 'sort', 'amountMin']);
  const view = viewIn(choices);
  const { state, only, sort, amountMin } = view;
  const asked = { kind, state, sort, ...(only && { only }), ...(amountMin && state === 'waiting' && { amountMin }) };
  const pages = usePages(
    listReviewCases,
    (after) => ({ ...asked, ...(after !== undefined && { after: after as Place }) }),
    asked,
    { every: 10_000 },
  );
  const list = casesIn(pages.data?.pages);
  const isDecidedHere = useDecidedHere();
  useTitle(kindWord(kind));
  // On a narrow screen the panes scroll as one; each case begins at its top.
  const panes = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another case
  useLayoutEffect(() => {
    panes.current!.scrollTop = 0;
  }, [id]);

  const [moved, setMoved] = useState(false);
  const open = (to: string | undefined) => {
    setMoved(true);
    navigate(`/review/${kind}${to ? `/${to}` : ''}${search}`);
  };
  /** After the last loaded case, the next page is loaded. */
  const move = async (by: number) => {
    if (pages.isPending) {
      early.current = by;
      return;
    }
    const at = list.findIndex((each) => each.id === id);
    const to = at < 0 ? 0 : at + by;
    if (to < list.length || !pages.hasNextPage) {
      const next = list[Math.min(list.length - 1, Math.max(0, to))];
      if (next) open(next.id);
    } else if (!pages.isFetchingNextPage) {
      const { data } = await pages.fetchNextPage();
      const next = casesIn(data?.pages)[to];
      if (next) open(next.id);
    }
  };
  useKeys(moving((by) => void move(by)));
  const isLoaded = pages.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the queue is loaded
  useEffect(() => {
    if (!isLoaded) return;
    if (early.current !== 0) void move(early.current);
    early.current = 0;
  }, [isLoaded]);
  /** The next case after the decided one that waits for this operator, so that hands can stay on the keyboard. */
  const afterDecision = async () => {
    const next = nextOf(list, id!, isDecidedHere);
    if (next || !pages.hasNextPage) return open(next);
    const { data } = await pages.fetchNextPage();
    open(nextOf(casesIn(data?.pages), id!, isDecidedHere));
  };
  const nothingLeft = state === 'waiting' && !pages.hasNextPage && !list.some(isLeft(isDecidedHere));
  return (
    <div ref={panes} className={styles.review} data-case={id}>
      <Queue kind={kind} view={view} onView={(to) => choose(choicesOf(to))} pages={pages} list={list} current={id} />
      {id ? (
        <CasePanes
          key={id}
          id={id}
          kind={kind}
          mayDecide={mayDecide}
          moved={moved}
          onDecided={() => void afterDecision()}
        />
      ) : (
        <main className={styles.empty}>
          <Title moved={moved}>{kindWord(kind)}</Title>
          {!nothingLeft && list.length > 0 ? (
            <div className={styles.choose}>
              <Blank title={t('review.choose')}>{t('review.chooseText')}</Blank>
            </div>
          ) : (
            pages.data && <Empty view={view} />
          )}
        </main>
      )}
    </div>
  );
}

type Place = Exclude<Answer<typeof listReviewCases>['next'], null>;
/** The cases of all loaded pages. A case that moved to the next page between two calls is listed once. */
const casesIn = (pages: readonly Answer<typeof listReviewCases>[] = []): readonly ReviewCase[] => [
  ...new Map(pages.flatMap(({ list }) => list).map((each) => [each.id, each])).values(),
];

function Empty({ view: { state, only, amountMin } }: { view: View }) {
  const { t } = useWords();
  if (only || amountMin) return <Blank title={t('review.empty.filtered')}>{t('review.emptyFiltered')}</Blank>;
  return <Blank title={t(`review.empty.${state}`)}>{state === 'waiting' && t('review.emptyText')}</Blank>;
}

function Title({ moved, children }: { moved: boolean; children: string }) {
  const heading = useArrival(moved);
  return (
    <h1 ref={heading} tabIndex={-1} className="vh">
      {children}
    </h1>
  );
}
