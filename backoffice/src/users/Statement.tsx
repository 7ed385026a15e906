import { formatTime } from '@glasshouse/kit/format.ts';
import { readUserStatement } from '@glasshouse/protocol/backoffice/users';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';

/** The postings behind the balances, exactly as the user sees them. */
export function Statement({ number }: { number: string }) {
  const { t } = useWords();
  const pages = usePages(
    readUserStatement,
    (before) => ({ number, limit: 20, ...(typeof before === 'string' && { before }) }),
    { number },
  );
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Card title={t('users.statement')}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {pages.data && rows.length === 0 && <Blank title={t('users.noPostings')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('users.statement')}
            rows={rows}
            keyOf={({ id, wallet }) => `${id} ${wallet}`}
            columns={[
              { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
              {
                label: t('users.posting'),
                show: ({ kind, note }) => (
                  <>
                    {t(`books.kind.${kind}`)}
                    {note && (
                      <>
                        <br />
                        <small>{note}</small>
                      </>
                    )}
                  </>
                ),
              },
              { label: t('users.wallet'), show: ({ wallet }) => t(`books.account.${wallet}`) },
              {
                label: t('users.fromTo'),
                show: ({ legs }) => legs.map(({ account }) => t(`books.account.${account}`)).join(' → '),
              },
              {
                label: t('users.amount'),
                align: 'right',
                show: (row) => <Money amount={row.amount} currency={row.currency} signed />,
              },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Card>
  );
}
