import { showSession } from '@glasshouse/protocol/operators/session';
import { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../lib/ask.ts';
import { Refused, whenLoggedOut } from '../lib/call.ts';
import { dropAllDrafts } from '../review/drafts.ts';
import { loseDecisions } from '../review/pending.ts';

/** What the server has said. A refusal is final; a lost line is tried once more. */
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

/** The page stays where it is and the log-in takes its place; what was on it is forgotten, whoever logs in next. */
export function forgetEverything(): void {
  loseDecisions();
  dropAllDrafts();
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== showSession.path });
  void askAgain(queries, [showSession]);
}
whenLoggedOut(forgetEverything);
