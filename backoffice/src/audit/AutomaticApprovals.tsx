import { Link } from '@glasshouse/kit/router.tsx';
import { listAutomaticApprovals } from '@glasshouse/protocol/review/office';
import { usePages } from '../lib/ask.ts';
import { type Answer, sentenceOf } from '../lib/call.ts';
import { caseWord, useOpenQueues } from '../lib/kinds.ts';
import { amountWords, personWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { spanWords, utcTime } from '../lib/times.ts';
import { useWords } from '../lib/words.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';

type Page = Answer<typeof listAutomaticApprovals>;
type Approved = Page['list'][number];
type Days = { from?: string; until?: string };

/** Lists automatic approvals, newest first. */
export function AutomaticApprovals({ days }: { days: Days }) {
  const { t } = useWords();
  const may = useMay();
  const opens = useOpenQueues();
  const pages = usePages(
    listAutomaticApprovals,
    (after) => ({ ...days, ...(after !== undefined && { after: after as NonNullable<Page['next']> }) }),
    days,
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Card>
      {pages.isPending && <Bones rows={8} />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('audit.noneAutomatic')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('audit.automatic')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: t('audit.time'), align: 'narrow', show: ({ decidedAt }) => utcTime(decidedAt) },
              {
                label: t('audit.subject'),
                show: (row) =>
                  opens(row.kind) ? <Link to={`/review/${row.kind}/${row.id}`}>{titleOf(row)}</Link> : titleOf(row),
              },
              {
                label: t('review.userOf'),
                show: ({ person }) =>
                  may('users.read') ? (
                    <Link to={`/users/${person.number}`}>{personWords(person)}</Link>
                  ) : (
                    personWords(person)
                  ),
              },
              { label: t('audit.waited'), align: 'right', show: waited },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Card>
  );

  function titleOf({ kind, amount }: Approved): string {
    return amount ? t('audit.caseOf', { kind: caseWord(kind), amount: amountWords(amount) }) : caseWord(kind);
  }
  function waited({ submittedAt, decidedAt }: Approved): string {
    const seconds = Math.round((Date.parse(decidedAt) - Date.parse(submittedAt)) / 1000);
    return seconds < 120 ? t('audit.seconds', { seconds }) : spanWords(Math.floor(seconds / 60));
  }
}
