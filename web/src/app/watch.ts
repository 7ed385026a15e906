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

/** Clears the previous user's data from the screen and the tab on log-in or log-out, here or in another tab. */
export function watchSession(): void {
  // If this leads to the log-in page, that page explains it.
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

/** Applies changes of theme, direction and language at once. */
export function watchLook(): void {
  let locale = storedLocale();
  const show = () => showPreferences(usePreferences.getState(), locale);
  usePreferences.subscribe(show);
  whenLanguageChanges((chosen) => {
    locale = chosen;
    show();
  });
}

/** Refetches everything on the screen. The answer decides whether the strip stays. */
export function retryAll(): void {
  retryLive();
  void queries.refetchQueries(siteQuery);
  void queries.refetchQueries({ type: 'active' });
  refreshSession().catch(() => {});
}

const firstPause = 3000; // milliseconds
const longestPause = 30_000;

/**
 * Polls with one small call, at growing intervals: if the page has no other calls, nothing else would notice that the
 * connection is back.
 */
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
