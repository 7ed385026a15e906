import { formatTime } from '@glasshouse/kit/format.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import { showOpen } from '@glasshouse/protocol/backoffice/timeline';
import type { showUser } from '@glasshouse/protocol/backoffice/users';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { countryName } from '../lib/country.ts';
import { languageIn } from '../lib/language.ts';
import { useWords } from '../lib/words.tsx';
import { Fact, KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Card } from '../ui/Page.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import { Status } from './UsersScreen.tsx';

type User = Answer<typeof showUser>;

/** The user's identity and contact data. */
export function About({ user: { info, language, invitedBy, sessions } }: { user: User }) {
  const { t, locale } = useWords();
  return (
    <Card padded title={t('users.account')} acts={<Status status={info.status} />}>
      <KeyValues
        pairs={[
          [t('users.number'), info.number],
          [t('users.username'), info.username ?? '–'],
          [t('users.email'), info.email ?? '–'],
          [t('users.phone'), info.phone ?? '–'],
          [t('users.country'), info.country ? countryName(info.country, locale) : '–'],
          [t('users.language'), language ? languageIn(language, locale) : t('users.languageUnknown')],
          [t('users.vip'), info.vipLevel],
          [t('users.identity'), t(`users.identities.${info.identity}`)],
          [t('users.credit'), t('users.creditOf', { score: info.creditScore })],
          [t('users.sessions'), sessions],
          [t('users.registered'), formatTime(info.registeredAt)],
          ...(info.leavesAt ? [[t('users.leaves'), formatTime(info.leavesAt)] as const] : []),
          [t('users.invitation'), info.invitationCode],
        ]}
      >
        <Fact label={t('users.invitedBy')}>
          {invitedBy ? (
            <Link to={`/users/${invitedBy}`}>{t('users.numbered', { number: invitedBy })}</Link>
          ) : (
            t('users.invitedByNobody')
          )}
        </Fact>
      </KeyValues>
    </Card>
  );
}

type WalletsProps = { number: string; wallets: User['wallets'] };

/** The wallets, then the money in orders, products and withdrawals. Read-only. */
export function Wallets({ number, wallets }: WalletsProps) {
  const { t } = useWords();
  const open = useAsk(showOpen, { number });
  const rows = [
    ...wallets.map(({ wallet, currency, amount }) => ({ account: wallet, currency, amount })),
    ...(open.data?.held ?? []).map(({ account, amount }) => ({ account, ...amount })),
  ];
  return (
    <Card title={t('users.wallets')}>
      {rows.length === 0 ? (
        <Blank title={t('users.noMoney')} />
      ) : (
        <Table
          caption={t('users.wallets')}
          rows={rows}
          keyOf={({ account, currency }) => `${account} ${currency}`}
          columns={[
            { label: t('users.wallet'), show: ({ account }) => t(`books.account.${account}`) },
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
