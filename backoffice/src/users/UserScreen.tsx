import { freezeUser, showUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { listUserCredit } from '@glasshouse/protocol/credit/office';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAsk } from '../lib/ask.ts';
import type { Answer } from '../lib/call.ts';
import { personWords } from '../lib/names.ts';
import { useMay } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { ActDialog } from '../ui/ActDialog.tsx';
import { Asked } from '../ui/Asked.tsx';
import { Button } from '../ui/Button.tsx';
import { Columns, Line, Page, Stack } from '../ui/Page.tsx';
import { Coins } from './Coins.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { Credit } from './Credit.tsx';
import { Holdings } from './Holdings.tsx';
import { Invites } from './Invites.tsx';
import { Options } from './Options.tsx';
import { Orders } from './Orders.tsx';
import { Statement } from './Statement.tsx';
import { Trades } from './Trades.tsx';
import { About, Events, Wallets } from './UserCards.tsx';

type User = Answer<typeof showUser>;

/** One user: who it is, what the wallets hold, what was posted, and the three things that may be done. */
export function UserScreen() {
  const { t } = useWords();
  const { number = '' } = useParams();
  const user = useAsk(showUser, { number });
  const name = user.data?.info.username;
  return (
    <Page
      title={name ?? t('users.numbered', { number })}
      about={name && t('users.numbered', { number })}
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
            <Credit number={number} />
            <Invites number={number} />
            <Orders number={number} />
            <Options number={number} />
            <Coins number={number} />
            <Trades number={number} />
            <Holdings number={number} />
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
          title={t(frozen ? 'users.unfreezeTitle' : 'users.freezeTitle', { user: personWords(info) })}
          about={t(frozen ? 'users.unfreezeAbout' : 'users.freezeAbout')}
          reasonHelp={t('users.userReads')}
          submit={t(frozen ? 'users.unfreeze' : 'users.freeze')}
          danger={!frozen}
          body={(reason) => ({ number, reason })}
          changes={[showUser, listUserCredit]}
          done={t(frozen ? 'users.unfrozenDone' : 'users.frozenDone')}
          onClose={close}
        />
      )}
      {open === 'correct' && <CorrectionDialog person={info} onClose={close} />}
    </Line>
  );
}
