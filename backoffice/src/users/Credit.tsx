import { formatSigned, formatTime } from '@glasshouse/kit/format.ts';
import { listUserCredit } from '@glasshouse/protocol/backoffice/user-records';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { reasonWords } from '../lib/names.ts';
import { useWords } from '../lib/words.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';

/** The changes of the credit score, as the user sees them. Read-only. */
export function Credit({ number }: { number: string }) {
  const { t } = useWords();
  const pages = usePages(
    listUserCredit,
    (before) => ({ number, limit: 10, ...(typeof before === 'number' && { before }) }),
    { number },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Card title={t('credit.title')}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('credit.none')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('credit.title')}
            rows={rows}
            keyOf={({ step }) => String(step)}
            columns={[
              { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
              { label: t('users.event'), show: ({ kind }) => t(`credit.kinds.${kind}`) },
              { label: t('ui.reason'), show: ({ reason }) => (reason === null ? '–' : reasonWords(reason)) },
              {
                label: t('credit.points'),
                align: 'right',
                show: ({ change }) => formatSigned(String(change), 0),
              },
              { label: t('credit.after'), align: 'right', show: ({ score }) => score },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Card>
  );
}
