import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { Empty } from '../ui/Empty.tsx';
import { LoadFailed } from '../ui/ErrorState.tsx';
import { List, Row } from '../ui/Row.tsx';
import { SkeletonCards } from '../ui/Skeleton.tsx';
import { useProfits } from './invites.ts';
import { ProfitRow } from './ProfitRow.tsx';

const shownFirst = 4;

/** The newest entries, and a link to all of them. */
export function Profits({ entries }: { entries: number }) {
  const { t } = useWords();
  const profits = useProfits();
  if (profits.isPending) return <SkeletonCards />;
  if (!profits.data) {
    return <LoadFailed of={profits} title={t('invite.listFailed')} />;
  }
  const newest = profits.data.pages[0]!.list.slice(0, shownFirst);
  return (
    <Card aria-label={t('titles.inviteEntries')}>
      {newest.length === 0 ? (
        <Empty title={t('invite.emptyTitle')} text={t('invite.emptyText')} />
      ) : (
        <List>
          {newest.map((profit) => (
            <ProfitRow key={profit.id} profit={profit} />
          ))}
          {entries > shownFirst && <Row title={t('invite.all', { count: entries })} to="/user/invite/entries" />}
        </List>
      )}
    </Card>
  );
}
