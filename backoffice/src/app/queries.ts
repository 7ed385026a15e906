import { showSession } from '@glasshouse/protocol/operators/session';
import { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../lib/ask.ts';
import { Refused, whenLoggedOut } from '../lib/call.ts';
import { dropAllDrafts } from '../lib/drafts.ts';
import { loseDecisions } from '../review/pending.ts';

/** The cache of answers. A refusal is final; a failed connection is retried once. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && !(error instanceof Refused && error.reason !== undefined),
      staleTime: 2000,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The log-in replaces the page. Its data is dropped, because another operator may log in next. */
export function forgetEverything(): void {
  loseDecisions();
  dropAllDrafts();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== showSession.path });
  void askAgain(queries, [showSession]);
}
whenLoggedOut(forgetEverything);
