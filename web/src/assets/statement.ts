import type { getStatement, getStatementCsv } from '@glasshouse/protocol/assets/calls';
import type { Output } from '@glasshouse/protocol/endpoint';
import { wallets } from '@glasshouse/protocol/ledger/books';
import { useInfiniteQuery } from '@tanstack/react-query';
import { assetsKey, type Choice } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { type KindGroup, kindGroups } from '../lib/posting-kinds.ts';

export type Entry = Output<typeof getStatement>['list'][number];

const inputOf = ({ wallet, kind, from, until }: Choice) => ({
  wallet,
  kinds: kind && [...kindGroups[kind]],
  from,
  until,
});

/** The postings that match the filters, newest first, in pages. */
export function useStatement(choice: Choice) {
  const input = inputOf(choice);
  return useInfiniteQuery({
    queryKey: [...assetsKey, 'statement', input],
    queryFn: ({ pageParam: before }) =>
      call<typeof getStatement>('POST', '/index/assets/statement', { ...input, before }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });
}

/** The same postings as a file. */
export const fetchCsv = (choice: Choice) =>
  call<typeof getStatementCsv>('POST', '/index/assets/statementCsv', inputOf(choice));

const names = Object.keys(kindGroups) as KindGroup[];
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).getTime() > 0 && isSame(text);
// The parser shifts invalid dates, so they differ after formatting.
const isSame = (text: string) => new Date(text).toISOString().startsWith(text);

/** The filters in an address. Invalid ones are ignored. */
export function choiceIn(search: URLSearchParams): Choice {
  const [from, until] = [search.get('from'), search.get('until')];
  return {
    wallet: wallets.find((wallet) => wallet === search.get('wallet')),
    kind: names.find((name) => name === search.get('kind')),
    from: isDay(from) ? from : undefined,
    until: isDay(until) ? until : undefined,
  };
}
