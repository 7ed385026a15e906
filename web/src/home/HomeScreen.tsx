import { useAccount } from '../lib/account.ts';
import { useSite } from '../lib/site.ts';
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
  return (
    <>
      <PageBar brand={title} />
      <main>
        {user ? <Worth name={user.username ?? user.number} /> : <Welcome />}
        <QuickActions />
        {user && <FirstSteps user={user} />}
        <HomeNotice />
        <Quotes />
      </main>
    </>
  );
}
