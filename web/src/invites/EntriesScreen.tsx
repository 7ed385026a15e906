import { useBack } from '../lib/back.ts';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { PagedList } from '../ui/PagedList.tsx';
import { List } from '../ui/Row.tsx';
import styles from './InviteScreen.module.css';
import { useFollowed, useProfits } from './invites.ts';
import { ProfitRow } from './ProfitRow.tsx';

/** All rewards and shares. */
export function EntriesScreen() {
  const { t } = useWords();
  const back = useBack();
  useFollowed();
  return (
    <>
      <PageBar title={t('titles.inviteEntries')} onBack={back} />
      <main className={styles.page}>
        <PagedList
          of={useProfits()}
          listOf={({ list }) => list}
          failed={{ title: t('invite.listFailed') }}
          nothing={<Empty title={t('invite.emptyTitle')} text={t('invite.emptyText')} />}
        >
          {(profits) => (
            <Card>
              <List label={t('titles.inviteEntries')}>
                {profits.map((profit) => (
                  <ProfitRow key={profit.id} profit={profit} />
                ))}
              </List>
            </Card>
          )}
        </PagedList>
      </main>
    </>
  );
}
