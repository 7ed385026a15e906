import { formatTime } from '@glasshouse/kit/format.ts';
import { Icon, type IconName } from '@glasshouse/kit/Icon.tsx';
import { Link } from '@glasshouse/kit/router.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import {
  showTimeline,
  type TimelineEvent,
  type TimelineGroup,
  timelineGroups,
} from '@glasshouse/protocol/backoffice/timeline';
import { Fragment, useState } from 'react';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { caseWord, kindIcon, useOpenQueues } from '../lib/kinds.ts';
import { deviceWords, reasonWords } from '../lib/names.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Blank, Bones } from '../ui/Table.tsx';
import styles from './Happened.module.css';
import { type TimelineRow, timelineRows } from './timeline-rows.ts';

type Choice = TimelineGroup | 'all';

/** The history of the user, newest first. */
export function Timeline({ number }: { number: string }) {
  const { t } = useWords();
  const [group, setGroup] = useState<Choice>('all');
  const chosen = group === 'all' ? {} : { group };
  const pages = usePages(
    showTimeline,
    (before) => ({ number, limit: 20, ...chosen, ...(typeof before === 'string' && { before }) }),
    { number, group },
  );
  const events = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  const rows = timelineRows(events);
  const dayOf = (event: TimelineEvent | undefined) => event && formatTime(event.at, 'date');
  return (
    <Card title={t('timeline.title')}>
      <div className={styles.filter}>
        <Segments<Choice>
          label={t('timeline.show')}
          choices={(['all', ...timelineGroups] as const).map((each) => [each, t(`timeline.groups.${each}`)] as const)}
          value={group}
          onChange={setGroup}
        />
      </div>
      {pages.isPending && <Bones rows={6} />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('timeline.none')} />}
      {rows.length > 0 && (
        <>
          <ul className={styles.list}>
            {rows.map((event, i) => (
              <Fragment key={event.key}>
                {dayOf(event) !== dayOf(rows[i - 1]) && <li className={styles.day}>{dayOf(event)}</li>}
                <Event event={event} />
              </Fragment>
            ))}
          </ul>
          <More pages={pages} />
        </>
      )}
    </Card>
  );
}

const icons: Record<Exclude<TimelineGroup, 'cases'>, IconName> = { money: 'transfer', security: 'key', staff: 'user' };

function Event({ event }: { event: TimelineRow }) {
  const { t } = useWords();
  const opens = useOpenQueues();
  const { at, group, kind, state, text, by, times, amount, case: about, caseKind } = event;
  return (
    <li className={styles.row}>
      <time dateTime={at}>{formatTime(at, 'time')}</time>
      <Icon name={group === 'cases' ? kindIcon(kind) : icons[group]} size={18} />
      <span className={styles.said}>
        {what(event, t)}
        {times > 1 && ` ${t('timeline.times', { count: times })}`}
        {group === 'security' && kind === 'logged_in' && state && (
          <small>{t(`timeline.ways.${state}` as WordKey)}</small>
        )}
        {text && <small {...(group === 'security' && { title: text })}>{textWords(group, text)}</small>}
        {state === 'approve_automatic' && <small>{t('review.byClockWhy')}</small>}
        {by && <small>{by}</small>}
      </span>
      {amount && <Money {...amount} />}
      {group === 'money' && kind !== 'correction' && state && <Tag>{t(`movements.states.${state}` as WordKey)}</Tag>}
      {about && caseKind && opens(caseKind) && (
        <Link className={styles.open} to={`/review/${caseKind}/${about}`}>
          {t('openNow.see')}
        </Link>
      )}
    </li>
  );
}

/** A note is shown as written. The reason of a decision may be translated. */
function textWords(group: TimelineGroup, text: string): string {
  if (group === 'security') return deviceWords(text);
  return group === 'staff' ? text : reasonWords(text);
}

/** The title of an event. */
function what({ group, kind, state }: TimelineEvent, t: ReturnType<typeof useWords>['t']): string {
  if (group === 'security') return t(`withdrawals.kinds.${kind}` as WordKey);
  if (group === 'cases')
    return t('timeline.case', { kind: caseWord(kind), state: t(`timeline.caseStates.${state}` as WordKey) });
  if (kind === 'note') return t('notes.one');
  if (group === 'staff') return t(`users.eventKinds.${kind}` as WordKey);
  if (kind === 'correction') return t(`timeline.correction.${state === 'credit' ? 'credit' : 'debit'}`);
  return t(`timeline.flows.${kind}` as WordKey);
}
