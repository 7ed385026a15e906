import { useAccount } from '../lib/account.ts';
import { openSheet } from '../lib/sheets.ts';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PageBar } from '../ui/PageBar.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HomeNotice } from './HomeNotice.tsx';
import { QuickActions } from './QuickActions.tsx';
import { Quotes } from './Quotes.tsx';
import { Welcome } from './Welcome.tsx';
import { Worth } from './Worth.tsx';

/** The first tab: a promise for visitors, what they own and first steps for users, quotes for both. */
export function HomeScreen() {
  const { user } = useAccount();
  const { title } = useSite();
  const { t } = useWords();
  return (
    <>
      <PageBar
        brand={title}
        end={!user && <IconButton icon="globe" label={t('app.language')} onClick={() => openSheet('language')} />}
      />
      <main>
        {user ? <Worth name={user.username ?? user.number} /> : <Welcome />}
        <QuickActions />
        <HomeNotice />
        {user && <FirstSteps user={user.id} />}
        <Quotes />
      </main>
    </>
  );
}
