import { formatTime } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { listUserInvites } from '@glasshouse/protocol/backoffice/user-records';
import { usePages } from '../lib/ask.ts';
import { sentenceOf } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { Money } from '../ui/Money.tsx';
import { More } from '../ui/More.tsx';
import { Note } from '../ui/Note.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Bones, Table } from '../ui/Table.tsx';

/** The users this user invited, with the rewards earned and withheld. Read-only; people decide nothing about it. */
export function Invites({ number }: { number: string }) {
  const { t } = useWords();
  const pages = usePages(
    listUserInvites,
    (before) => ({ number, limit: 10, ...(typeof before === 'string' && { before }) }),
    { number },
  );
  const [first] = pages.data?.pages ?? [];
  const rows = pages.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Card title={t('invites.title')}>
      {pages.isPending && <Bones />}
      {pages.error && (
        <Note tone="error" role="alert">
          {sentenceOf(pages.error)}
        </Note>
      )}
      {first && <Note>{t('invites.counts', { invited: first.invited, verified: first.verified })}</Note>}
      {first && rows.length === 0 && <Blank title={t('invites.none')} />}
      {rows.length > 0 && (
        <>
          <Table
            caption={t('invites.title')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
              {
                label: t('invites.invitee'),
                align: 'narrow',
                show: ({ invitee }) => <Link to={`/users/${invitee}`}>{invitee}</Link>,
              },
              {
                label: t('invites.source'),
                show: ({ source, withheld }) =>
                  t(withheld ? `invites.withheld.${withheld}` : `invites.sources.${source}`),
              },
              {
                label: t('users.amount'),
                align: 'right',
                show: ({ amount }) => <Money amount={amount} currency="USDT" />,
              },
            ]}
          />
          <More pages={pages} />
        </>
      )}
    </Card>
  );
}
