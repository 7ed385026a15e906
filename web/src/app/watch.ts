import { connectionLost, networkBack, useConnection } from '../lib/connection.ts';
import { forgetDrafts } from '../lib/draft.ts';
import { reopenLive, retryLive, watchVisibility } from '../lib/live.ts';
import { showPreferences, usePreferences } from '../lib/preferences.ts';
import { siteQuery } from '../lib/site.ts';
import { storedLocale, t, whenLanguageChanges } from '../lib/words.tsx';
import { followOtherTabs, refreshSession, userOf, useSession } from '../session/store.ts';
import { hush, showToast } from '../ui/toast.ts';
import { leadsToLogIn } from './guard.ts';
import { queries } from './queries.ts';

/** When someone logs in or out, here or in another tab, nothing of the other person may stay on the screen or in the tab. */
export function watchSession(): void {
  // Where the page leads to the log-in page, that says so.
  followOtherTabs(() => {
    if (!leadsToLogIn(location)) showToast({ kind: 'notice', text: t('app.loggedOutElsewhere') });
  });
  useSession.subscribe((session, before) => {
    if (userOf(session)?.id === userOf(before)?.id) return;
    forgetDrafts();
    hush();
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== siteQuery.queryKey[0] });
    reopenLive();
  });
}

/** Theme and direction follow the preferences and the language at once. */
export function watchLook(): void {
  let locale = storedLocale();
  const show = () => showPreferences(usePreferences.getState(), locale);
  usePreferences.subscribe(show);
  whenLanguageChanges((chosen) => {
    locale = chosen;
    show();
  });
}

/** Asks again for everything on the screen; the answer decides whether the strip stays. */
export function retryAll(): void {
  retryLive();
  void queries.refetchQueries(siteQuery);
  void queries.refetchQueries({ type: 'active' });
  refreshSession().catch(() => {});
}

const firstPause = 3000; // ms
const longestPause = 30_000;

/** Nothing else may be asked for on the page, so that nobody would notice that the line is back: one small call finds out, ever more rarely. */
function lookForTheLine(pause = firstPause): void {
  setTimeout(async () => {
    if (useConnection.getState().lostAt === undefined) return;
    if (navigator.onLine && document.visibilityState === 'visible') await queries.refetchQueries(siteQuery);
    lookForTheLine(Math.min(pause * 1.5, longestPause));
  }, pause);
}

export function watchConnection(): void {
  watchVisibility();
  if (useConnection.getState().lostAt !== undefined) lookForTheLine();
  useConnection.subscribe(({ lostAt }, before) => {
    if (lostAt !== undefined && before.lostAt === undefined) lookForTheLine();
  });
  window.addEventListener('offline', connectionLost);
  window.addEventListener('online', () => {
    networkBack();
    retryAll();
  });
}
