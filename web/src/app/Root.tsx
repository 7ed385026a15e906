import type { UserInfo } from '@glasshouse/protocol/session';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation, useNavigate } from 'react-router';
import { AccountContext } from '../lib/account.ts';
import { closeSheet, openSheet } from '../lib/sheets.ts';
import { siteQuery } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { logOut, userOf, useSession } from '../session/store.ts';
import { OpenSimulated } from '../ui/simulated.ts';
import { TabBar } from '../ui/TabBar.tsx';
import { showToast } from '../ui/toast.ts';
import { ConnectionStrip } from './ConnectionStrip.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { elsewhere } from './guard.ts';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { Overlays } from './Overlays.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { pages } from './pages.ts';
import { queries } from './queries.ts';
import styles from './Root.module.css';
import { Tabs } from './Tabs.tsx';
import { tabOf, tabs } from './tabs.ts';
import { usePageTitle } from './use-page-title.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

const FrozenNotice = lazy(async () => ({ default: (await import('./FrozenNotice.tsx')).FrozenNotice }));

const MaintenanceWatch = lazy(async () => ({ default: (await import('./MaintenanceWatch.tsx')).MaintenanceWatch }));

const openSimulated = () => openSheet('simulated');

export const Root = () => (
  <CrashBoundary>
    <BrowserRouter>
      <Frame />
    </BrowserRouter>
  </CrashBoundary>
);

/** What is there on every page: who is looking, the kept-alive tabs, sheets, toasts, and the look of the shell. */
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

/** Only a site that has maintenance ahead fetches what watches over it. */
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
      logOut: async () => {
        await logOut();
        showToast({ kind: 'success', text: t('app.loggedOut') });
        await navigate('/login', { replace: true });
      },
    }),
    [user, navigate, t],
  );
}

/** Whether this address may be shown to this person; if not, they are on their way elsewhere. */
function useGuard(user: UserInfo | null): boolean {
  const place = useLocation();
  const navigate = useNavigate();
  const allowed = elsewhere(place, user) === undefined;
  useEffect(() => {
    // The browser's address may be ahead of what is drawn: whoever logged out may have gone to the login page already.
    const to = allowed ? undefined : elsewhere(window.location, user);
    if (to) void navigate(to, { replace: true, state: lastSeen && !user ? { ended: true } : null });
    lastSeen = user !== null;
  }, [allowed, user, navigate]);
  return allowed;
}
// Whether somebody was logged in a moment ago: the login page then says that the session has ended.
let lastSeen = false;

const SubPage = () => (
  <Routes>
    {pages.map(({ path, Page }) => (
      <Route key={path} path={path} caseSensitive element={<Page />} />
    ))}
    <Route path="*" element={<NotFoundScreen />} />
  </Routes>
);

function Shell({ user }: { user: UserInfo | null }) {
  const { t } = useWords();
  const { pathname, key } = useLocation();
  const shell = useRef<HTMLDivElement>(null);
  const allowed = useGuard(user);
  const active = allowed ? tabOf(pathname)?.path : undefined;
  usePageTitle();
  useScrollMemory(active ?? key);
  // The splash goes when there is something behind it.
  useEffect(() => document.getElementById('splash')?.remove(), []);
  // A link that led here is gone with its page, and the focus with it: the new page's heading takes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every page
  useEffect(() => {
    closeSheet();
    const focused = document.activeElement;
    if (key === 'default' || (focused !== document.body && focused?.checkVisibility())) return;
    const headings = shell.current?.querySelectorAll<HTMLElement>('h1') ?? [];
    const heading = [...headings].find((each) => each.checkVisibility());
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div ref={shell} className={styles.shell} data-tabs={active ? '' : undefined}>
      <ConnectionStrip />
      <Tabs active={active} />
      {/* Always there, so that a page whose code is on its way leaves the old one standing instead of a skeleton. */}
      <Suspense fallback={<PageSkeleton />}>{allowed && !active && <SubPage />}</Suspense>
      {active && (
        <TabBar
          items={tabs.map(({ path, word, icon }) => ({
            to: path,
            label: t(`app.tabs.${word}`),
            icon,
            current: path === active,
          }))}
        />
      )}
    </div>
  );
}
