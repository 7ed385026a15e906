import { formatTime } from '@glasshouse/kit/format.ts';
import type { showUser } from '@glasshouse/protocol/backoffice/users';
import type { Answer } from '../lib/call.ts';
import { useWords } from '../lib/words.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import { Status } from './UsersScreen.tsx';

type User = Answer<typeof showUser>;

/** Who it is. */
export function About({ user: { info, invitedBy, sessions } }: { user: User }) {
  const { t } = useWords();
  return (
    <Card padded title={t('users.account')} acts={<Status status={info.status} />}>
      <KeyValues
        pairs={[
          [t('users.number'), info.number],
          [t('users.username'), info.username ?? '–'],
          [t('users.email'), info.email ?? '–'],
          [t('users.phone'), info.phone ?? '–'],
          [t('users.country'), info.country],
          [t('users.vip'), info.vipLevel],
          [t('users.identity'), t(`users.identities.${info.identity}`)],
          [t('users.credit'), info.creditScore],
          [t('users.invitation'), info.invitationCode],
          [t('users.invitedBy'), invitedBy ?? '–'],
          [t('users.sessions'), sessions],
          [t('users.registered'), formatTime(info.registeredAt)],
        ]}
      />
    </Card>
  );
}

/** What the wallets hold; looked at, never edited. */
export function Wallets({ wallets }: { wallets: User['wallets'] }) {
  const { t } = useWords();
  return (
    <Card title={t('users.wallets')}>
      {wallets.length === 0 ? (
        <Blank title={t('users.noMoney')} />
      ) : (
        <Table
          caption={t('users.wallets')}
          rows={wallets}
          keyOf={({ wallet, currency }) => `${wallet} ${currency}`}
          columns={[
            { label: t('users.wallet'), show: ({ wallet }) => t(`books.account.${wallet}`) },
            {
              label: t('users.amount'),
              align: 'right',
              show: (row) => <Money amount={row.amount} currency={row.currency} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
