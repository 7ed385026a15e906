import { formatTime } from '@glasshouse/kit/format.ts';
import { useParams } from '@glasshouse/kit/router.tsx';
import { Tag } from '@glasshouse/kit/Tag.tsx';
import { showTimeline } from '@glasshouse/protocol/backoffice/timeline';
import { listUserCredit } from '@glasshouse/protocol/backoffice/user-records';
import { freezeUser, showUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { countryName } from '../lib/country.ts';
import { languageIn } from '../lib/language.ts';
import { personWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Button } from '../ui/Button.tsx';
import { Notes } from '../ui/Notes.tsx';
import { Line, Page, Stack } from '../ui/Page.tsx';
import { QueryState } from '../ui/QueryState.tsx';
import { Coins } from './Coins.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { Credit } from './Credit.tsx';
import { Holdings } from './Holdings.tsx';
import { Invites } from './Invites.tsx';
import { OpenNow } from './OpenNow.tsx';
import { Options } from './Options.tsx';
import { Orders } from './Orders.tsx';
import { Statement } from './Statement.tsx';
import { Timeline } from './Timeline.tsx';
import { Trades } from './Trades.tsx';
import { About, Wallets } from './UserCards.tsx';
import styles from './UserScreen.module.css';
import { Status } from './UsersScreen.tsx';
import { ViewAsUser } from './ViewAsUser.tsx';

type User = Answer<typeof showUser>;

/** One user: open matters and timeline first, then identity, notes, money and orders. */
export function UserScreen() {
  const { t, locale } = useWords();
  const { number = '' } = useParams();
  const user = useAsk(showUser, { number });
  const name = user.data?.info.username;
  const aboutOf = ({ info, language }: User) => [
    ...(name ? [t('users.numbered', { number })] : []),
    t('users.registeredOn', { day: formatTime(info.registeredAt, 'date') }),
    ...(info.country ? [countryName(info.country, locale)] : []),
    ...(language ? [languageIn(language, locale)] : []),
  ];
  return (
    <Page
      title={name ?? t('users.numbered', { number })}
      tags={user.data && <Standing info={user.data.info} />}
      about={user.data ? aboutOf(user.data).join(' · ') : name && t('users.numbered', { number })}
      back={{ to: '/users', label: t('nav.users') }}
      acts={user.data && <Acts user={user.data} />}
    >
      <QueryState of={user} rows={6}>
        {(data) => (
          <>
            <div className={styles.parts}>
              <Stack>
                <OpenNow number={number} />
                <Timeline number={number} />
              </Stack>
              <Stack>
                <Notes number={number} mayWrite={data.info.status !== 'deleted'} />
                <Wallets number={number} wallets={data.wallets} />
                <About user={data} />
                <p className={styles.looked}>{t('users.lookLogged')}</p>
              </Stack>
            </div>
            <Orders number={number} />
            <Options number={number} />
            <Coins number={number} />
            <Trades number={number} />
            <Holdings number={number} />
            <Statement number={number} />
            <Credit number={number} />
            <Invites number={number} />
          </>
        )}
      </QueryState>
    </Page>
  );
}

/** The facts an operator must know first: the state of the account, the identity and the VIP level. */
function Standing({ info: { status, identity, vipLevel } }: { info: User['info'] }) {
  const { t } = useWords();
  return (
    <>
      {status !== 'normal' && <Status status={status} />}
      <Tag
        tone={identity === 'passed' ? 'ok' : identity === 'rejected' ? 'error' : 'neutral'}
        icon={identity === 'passed' ? 'check' : 'id'}
      >
        {t('users.identityIs', { state: t(`users.identities.${identity}`) })}
      </Tag>
      {vipLevel > 0 && <Tag tone="vip" icon="vip">{`VIP ${vipLevel}`}</Tag>}
    </>
  );
}

function Acts({ user: { info } }: { user: User }) {
  const { t } = useWords();
  const may = useMay();
  const [open, setOpen] = useState<'freeze' | 'correct' | 'view'>();
  const close = () => setOpen(undefined);
  const frozen = info.status === 'abnormal';
  const { number } = info;
  return (
    <Line>
      <Button icon="eye" onClick={() => setOpen('view')}>
        {t('viewAs.open')}
      </Button>
      {may('users.correct') && <Button onClick={() => setOpen('correct')}>{t('users.correct')}</Button>}
      {may('users.freeze') && (
        <Button kind={frozen ? 'ink' : 'line'} icon="lock" onClick={() => setOpen('freeze')}>
          {t(frozen ? 'users.unfreeze' : 'users.freeze')}
        </Button>
      )}
      {open === 'freeze' && (
        <ActDialog
          endpoint={frozen ? unfreezeUser : freezeUser}
          title={t(frozen ? 'users.unfreezeTitle' : 'users.freezeTitle', { user: personWords(info) })}
          about={t(frozen ? 'users.unfreezeAbout' : 'users.freezeAbout')}
          reasonHelp={t('users.userReads')}
          submit={t(frozen ? 'users.unfreeze' : 'users.freeze')}
          danger={!frozen}
          body={(reason) => ({ number, reason })}
          changes={[showUser, showTimeline, listUserCredit]}
          done={t(frozen ? 'users.unfrozenDone' : 'users.frozenDone')}
          onClose={close}
        />
      )}
      {open === 'view' && <ViewAsUser number={number} name={personWords(info)} onClose={close} />}
      {open === 'correct' && <CorrectionDialog person={info} onClose={close} />}
    </Line>
  );
}
