import type { ComponentType } from 'react';
import { useBack } from '../lib/back.ts';
import { useWords, type WordKey } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';

export type Room =
  | 'trust'
  | 'pledge'
  | 'machines'
  | 'wealthRecords'
  | 'product'
  | 'confirm'
  | 'deposit'
  | 'withdraw'
  | 'memberTransfer'
  | 'audit'
  | 'withdrawals'
  | 'vip';

// Nearly all lead to what can be done today; some have a nearer neighbour that is built.
const trade = { to: '/contract', word: 'app.trade' } as const;
const statement = { to: '/assets/statement', word: 'coming.statement' } as const;
const ways: Partial<Record<Room, { to: string; word: WordKey }>> = {
  memberTransfer: { to: '/assets/transfer', word: 'coming.ownTransfer' },
  audit: statement,
  withdrawals: statement,
  wealthRecords: statement,
};

type ComingProps = { title: WordKey; room: Room; parent: string };

/** The page of everything that is not built yet: what it will be, that it is not there, and one way on that is. */
function ComingScreen({ title, room, parent }: ComingProps) {
  const { t } = useWords();
  const { to, word } = ways[room] ?? trade;
  return (
    <>
      <PageBar title={t(title)} onBack={useBack(parent)} />
      <main>
        <Empty
          title={t('coming.title')}
          text={t(`coming.rooms.${room}`)}
          action={
            <ButtonLink small to={to}>
              {t(word)}
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}

export const comingScreen =
  (room: ComingProps): ComponentType =>
  () => <ComingScreen {...room} />;
