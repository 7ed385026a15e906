import { formatTime, formatWhole } from '@glasshouse/kit/format.ts';
import { Link, useLocation } from '@glasshouse/kit/router.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { countMax, type listReviewCases, type ReviewCase } from '@glasshouse/protocol/review/office';
import { useEffect, useRef } from 'react';
import type { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { kindWord, titleWord } from '../lib/kinds.ts';
import { useScrollPlace } from '../lib/scroll-place.ts';
import { useNow } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { Age } from '../ui/Age.tsx';
import { Button } from '../ui/Button.tsx';
import { More } from '../ui/More.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Blank, Bones } from '../ui/Table.tsx';
import { isFilterOf, type View } from './case.ts';
import { Keys } from './Keys.tsx';
import { useDecidedHere } from './Pending.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import styles from './Review.module.css';

type Pages = ReturnType<typeof usePages<typeof listReviewCases>>;
type QueueProps = {
  kind: string;
  view: View;
  onView: (view: View) => void;
  pages: Pages;
  list: readonly ReviewCase[];
  current: string | undefined;
};

/** The cases of a queue, page by page, with their number. */
export function Queue({ kind, view, onView, pages, list, current }: QueueProps) {
  const { t } = useWords();
  const time = useNow();
  const count = pages.data?.pages[0]?.count;
  const place = useScrollPlace<HTMLDivElement>();
  return (
    <section className={styles.queue} aria-label={t('review.queue')}>
      <div className={styles.queuehead}>
        <h2>
          {kindWord(kind)} {count !== undefined && <span>{formatWhole(count) + (count === countMax ? '+' : '')}</span>}
        </h2>
        <Segments
          label={t('review.show')}
          choices={[
            ['waiting', t('review.waiting')],
            ['decided', t('review.decided')],
          ]}
          value={view.state}
          onChange={(state) => onView({ ...view, state, only: isFilterOf(view.only, state) ? view.only : undefined })}
        />
        <QueueFilters kind={kind} view={view} onView={onView} />
      </div>
      <div ref={place} className={styles.list}>
        {pages.isPending && <Bones />}
        {pages.error && list.length === 0 && (
          <Blank title={t('ui.failed')}>
            <span role="alert">{sentenceOf(pages.error)}</span>
            <Button icon="refresh" onClick={() => pages.refetch()}>
              {t('ui.retry')}
            </Button>
          </Blank>
        )}
        <ul>
          {list.map((each) => (
            <li key={each.id}>
              <Row kind={kind} of={each} time={time} isCurrent={each.id === current} />
            </li>
          ))}
        </ul>
        {list.length > 0 && <More pages={pages} />}
      </div>
      <div className={styles.queuefoot}>
        <Keys />
      </div>
    </section>
  );
}

type RowProps = { kind: string; of: ReviewCase; time: number; isCurrent: boolean };

function Row({ kind, of, time, isCurrent }: RowProps) {
  const { t } = useWords();
  const { decided, claim, agreed, barred, approvesFrom } = of;
  const isPending = useDecidedHere()(of.id) && !decided;
  const { search } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <Link ref={link} to={`/review/${kind}/${of.id}${search}`} aria-current={isCurrent ? 'true' : undefined}>
      <span className={styles.line}>
        <b>{of.username ?? of.number}</b>
        {decided ? (
          <span className={styles.outcome}>{t(`review.outcome.${decided.decision}`)}</span>
        ) : (
          agreed !== 'you' && !isPending && <Age since={of.submittedAt} kind={kind} time={time} />
        )}
      </span>
      <span className={styles.what}>{titleWord(kind, of.title)}</span>
      <small className={styles.quiet}>
        {of.username !== null && `${of.number} · `}
        {formatTime(of.submittedAt)}
      </small>
      <span className={styles.facts}>
        {claim && <Tag tone={claim.mine ? 'brand' : 'neutral'}>{claim.mine ? t('review.mine') : claim.by.name}</Tag>}
        {isPending && <Tag tone="amber">{t('review.undo.row')}</Tag>}
        {of.tryNumber > 1 && <Tag tone="amber">{t('review.try', { count: of.tryNumber })}</Tag>}
        {!decided && of.twoPeople && (
          <Tag tone={agreed === 'you' ? 'ok' : 'neutral'}>{t(`review.people.${agreed ?? 'nobody'}`)}</Tag>
        )}
        {barred && !isPending && (
          <Tag tone="amber">
            {t(`review.barredRow.${barred}`, { time: approvesFrom ? formatTime(approvesFrom) : '' })}
          </Tag>
        )}
      </span>
    </Link>
  );
}
