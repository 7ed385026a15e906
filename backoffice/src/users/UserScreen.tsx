import { freezeUser, showUser, unfreezeUser } from '@glasshouse/protocol/office/users';
import { formatTime } from '@glasshouse/web/lib/format.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Asked } from '../ui/Asked.tsx';
import { Button } from '../ui/Button.tsx';
import { KeyValues } from '../ui/KeyValues.tsx';
import { Money } from '../ui/Money.tsx';
import { Card, Columns, Line, Page, Stack } from '../ui/Page.tsx';
import { Blank, Table } from '../ui/Table.tsx';
import { Tag } from '../ui/Tag.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { Statement } from './Statement.tsx';
import { Status } from './UsersScreen.tsx';

type User = Answer<typeof showUser>;

/** One user: who it is, what the wallets hold, what was posted, and the three things that may be done. */
export function UserScreen() {
  const { t } = useWords();
  const { number = '' } = useParams();
  const user = useAsk(showUser, { number });
  return (
    <Page
      title={user.data?.info.username ?? number}
      about={t('users.numbered', { number })}
      back={{ to: '/users', label: t('nav.users') }}
      acts={user.data && <Acts user={user.data} />}
    >
      <Asked of={user} rows={6}>
        {(data) => (
          <>
            <Columns>
              <About user={data} />
              <Stack>
                <Wallets wallets={data.wallets} />
                <Events events={data.events} />
              </Stack>
            </Columns>
            <Statement number={number} />
          </>
        )}
      </Asked>
    </Page>
  );
}

function Acts({ user: { info } }: { user: User }) {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState<'freeze' | 'correct'>();
  const close = () => setOpen(undefined);
  const frozen = info.status === 'abnormal';
  const { number } = info;
  return (
    <Line>
      {may('users.correct') && <Button onClick={() => setOpen('correct')}>{t('users.correct')}</Button>}
      {may('users.freeze') && (
        <Button kind={frozen ? 'ink' : 'line'} icon="lock" onClick={() => setOpen('freeze')}>
          {t(frozen ? 'users.unfreeze' : 'users.freeze')}
        </Button>
      )}
      {open === 'freeze' && (
        <ActDialog
          endpoint={frozen ? unfreezeUser : freezeUser}
          title={t(frozen ? 'users.unfreezeTitle' : 'users.freezeTitle', { number })}
          about={t(frozen ? 'users.unfreezeAbout' : 'users.freezeAbout')}
          reasonHelp={t('users.userReads')}
          submit={t(frozen ? 'users.unfreeze' : 'users.freeze')}
          danger={!frozen}
          body={(reason) => ({ number, reason })}
          changes={[showUser]}
          done={t(frozen ? 'users.unfrozenDone' : 'users.frozenDone')}
          onClose={close}
        />
      )}
      {open === 'correct' && <CorrectionDialog number={number} onClose={close} />}
    </Line>
  );
}

function About({ user: { info, invitedBy, sessions } }: { user: User }) {
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

function Wallets({ wallets }: { wallets: User['wallets'] }) {
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

function Events({ events }: { events: User['events'] }) {
  const { t } = useWords();
  if (events.length === 0) return null;
  return (
    <Card title={t('users.events')}>
      <Table
        caption={t('users.events')}
        rows={events}
        keyOf={({ at }) => at}
        columns={[
          {
            label: t('users.event'),
            align: 'narrow',
            show: ({ kind }) => <Tag tone={kind === 'frozen' ? 'amber' : 'ok'}>{t(`users.eventKinds.${kind}`)}</Tag>,
          },
          { label: t('ui.reason'), show: ({ reason }) => reason ?? '–' },
          { label: t('ui.time'), align: 'narrow', show: ({ at }) => formatTime(at) },
        ]}
      />
    </Card>
  );
}
