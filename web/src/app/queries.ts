import { now } from '@glasshouse/kit/clock.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Refused, sentenceOf } from '../lib/call.ts';
import { siteQuery } from '../lib/site.ts';
import { showToast } from '../ui/toast.ts';
import { leadsToLogIn } from './guard.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet` suppresses the toast, for calls whose failure the page explains. */
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

let last = { text: '', at: 0 };

// Several calls usually fail for the same reason, so the toast appears once.
function report(error: unknown, quiet = false): void {
  // Maintenance has its own page, which the site query opens.
  if (error instanceof Refused && error.reason === 'upgrading') return void queries.invalidateQueries(siteQuery);
  if (quiet) return;
  // The log-in page says that the session has ended.
  if (error instanceof Refused && error.code === 401 && leadsToLogIn(location)) return;
  const text = sentenceOf(error);
  if (text === last.text && now() - last.at < 4000) return;
  last = { text, at: now() };
  showToast({ kind: 'error', text });
}

/** The only place where a failed call becomes a toast. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta?.quiet) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => report(error, mutation.meta?.quiet),
  }),
  defaultOptions: {
    queries: {
      // Offline, a call fails at once and the page says so, instead of pausing silently.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && !(error instanceof Refused),
      staleTime: 10_000,
    },
    mutations: { networkMode: 'always' },
  },
});
