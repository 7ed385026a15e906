import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { AccountContext } from '../lib/account.ts';
import { ParentPage, useBack } from '../lib/back.ts';
import { takeFocus } from '../lib/focus.ts';
import { lazily } from '../lib/lazily.ts';
import { matchPath, Params, Router, useLocation, useNavigate } from '../lib/router.tsx';
import { closeSheet, openSheet } from '../lib/sheets.ts';
import { siteQuery } from '../lib/site.ts';
import { notePage } from '../lib/trail.ts';
import { useUnseen } from '../lib/unseen.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords } from '../lib/words.tsx';
import { logOut, refreshSession, userOf, useSession } from '../session/store.ts';
import { OpenSimulated } from '../ui/SimulatedPill.tsx';
import { TabBar } from '../ui/TabBar.tsx';
import { showToast } from '../ui/toast.ts';
import { CrashBoundary, PageBoundary } from './CrashBoundary.tsx';
import { elsewhere } from './guard.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { Overlays } from './Overlays.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { queries } from './queries.ts';
import styles from './Root.module.css';
import { parentOf, routeAt, titleOf } from './routes.ts';
import { Strips } from './Strips.tsx';
import { Tabs } from './Tabs.tsx';
import { tabOf, tabs } from './tabs.ts';
import { usePageTitle, useScrollMemory } from './use-page.ts';

const FrozenNotice = lazily(async () => (await import('./FrozenNotice.tsx')).FrozenNotice, ['support', 'publiclog']);
const SideNav = lazily(async () => (await import('./SideNav.tsx')).SideNav, ['home']);
const MaintenanceWatch = lazily(async () => (await import('./MaintenanceWatch.tsx')).MaintenanceWatch, ['publiclog']);

const openSimulated = () => openSheet('simulated');

export const Root = () => (
  <CrashBoundary>
    <Router>
      <Frame />
    </Router>
  </CrashBoundary>
);

/** The parts of every page: the account, the tabs that stay mounted, sheets, toasts, and the look of the shell. */
function Frame() {
  const account = useSignedIn();
  return (
    <QueryClientProvider client={queries}>
      <AccountContext value={account}>
        <OpenSimulated value={openSimulated}>
          <Suspense>
            <Inside user={account.user} />
          </Suspense>
          <Overlays />
        </OpenSimulated>
      </AccountContext>
    </QueryClientProvider>
  );
}

/** Loads the maintenance code only on sites with scheduled maintenance. */
function Inside({ user }: { user: UserInfo | null }) {
  const { data: site } = useQuery(siteQuery);
  const [upgrading, setUpgrading] = useState(false);
  return (
    <>
      {site?.maintenance && (
        <Suspense>
          <MaintenanceWatch key={site.maintenance.from} window={site.maintenance} onActive={setUpgrading} />
        </Suspense>
      )}
      {!upgrading && (user?.status === 'abnormal' ? <FrozenNotice /> : <Shell key={user?.id} user={user} />)}
    </>
  );
}

function useSignedIn() {
  const { t } = useWords();
  const navigate = useNavigate();
  const session = useSession();
  const user = userOf(session);
  return useMemo(
    () => ({
      user,
      refresh: refreshSession,
      logOut: async () => {
        await logOut();
        showToast({ kind: 'success', text: t('app.loggedOut') });
        await navigate('/login', { replace: true });
      },
    }),
    [user, navigate, t],
  );
}

/** Whether this user may see this address. If not, navigates elsewhere. */
function useGuard(user: UserInfo | null): boolean {
  const navigate = useNavigate();
  const away = elsewhere(useLocation(), user);
  useEffect(() => {
    // The browser's address may be ahead of the render: logging out may already have navigated to the log-in page.
    const to = away && elsewhere(window.location, user);
    if (to) navigate(to, { replace: true, state: lastSeen && !user ? { ended: true } : null });
    lastSeen = user !== null;
  }, [away, user, navigate]);
  return away === undefined;
}
// Whether the previous render had a user. The log-in page then says that the session has ended.
let lastSeen = false;

function SubPage() {
  const { t } = useWords();
  const { pathname } = useLocation();
  const back = useBack();
  const found = routeAt(pathname);
  return (
    <PageBoundary key={pathname} title={t(titleOf(pathname))} onBack={back}>
      {found ? (
        <Params value={matchPath(found.path, pathname)!}>
          <found.Page />
        </Params>
      ) : (
        <NotFoundScreen />
      )}
    </PageBoundary>
  );
}

function Shell({ user }: { user: UserInfo | null }) {
  const { t } = useWords();
  const { pathname, search, key } = useLocation();
  const allowed = useGuard(user);
  const active = allowed ? tabOf(pathname)?.path : undefined;
  const under = allowed ? routeAt(pathname)?.under : undefined;
  const isPhone = useViewport() === 'phone';
  // Options are reached through the contract tab, so its badge counts both.
  const unseen = useUnseen((counts) => counts['/contract'] + counts['/options']);
  const parent = parentOf(pathname);
  const back = useBack(parent);
  usePageTitle();
  useScrollMemory(active ?? key);
  // Removes the splash before the first paint of the app.
  useLayoutEffect(() => document.getElementById('splash')?.remove(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same page may be at another place of the history
  useEffect(() => notePage(pathname + search), [pathname, search, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => {
    closeSheet();
    if (key !== 'default') takeFocus();
  }, [pathname]);
  return (
    <div className={styles.shell} data-page={pathname} data-tabs={active ?? (under && pathname)}>
      {!isPhone && (
        <Suspense>
          <SideNav />
        </Suspense>
      )}
      <Strips />
      <Tabs active={active} />
      {/* Always mounted, so that the old page stays visible while the next one's code loads, instead of a skeleton. */}
      <Suspense fallback={<PageSkeleton title={t(titleOf(pathname))} onBack={back} />}>
        <ParentPage value={parent}>{allowed && !active && <SubPage />}</ParentPage>
      </Suspense>
      {(active || under) && isPhone && (
        <TabBar
          items={tabs.map(({ path, word, icon }) => ({
            to: path,
            label: t(`app.tabs.${word}`),
            icon,
            current: path === active ? 'page' : path === under ? 'true' : undefined,
            unseen: path === '/contract' ? unseen : 0,
          }))}
        />
      )}
    </div>
  );
}
