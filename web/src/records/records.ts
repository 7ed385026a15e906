import type { Output } from '@glasshouse/protocol/endpoint';
import { type Flow, type MovementState, movementStates } from '@glasshouse/protocol/movements/arrows';
import type { getRecordsCsv, listRecords, showRecord } from '@glasshouse/protocol/records/calls';
import { recordCurrencies, type Tab, tabs } from '@glasshouse/protocol/records/tabs';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { useMovements } from '../lib/movements.ts';

export type Listed = Output<typeof listRecords>['list'][number];
export type Shown = Output<typeof showRecord>;
export type Choice = {
  tab: Tab;
  state?: MovementState | undefined;
  month?: string | undefined;
  currency?: (typeof recordCurrencies)[number] | undefined;
};

export const tabNames = Object.keys(tabs) as Tab[];
const key = ['records'];

/** What an address asks for; what makes no sense in it is left out. */
export function choiceIn(search: URLSearchParams): Choice {
  const month = search.get('month');
  return {
    tab: tabNames.find((tab) => tab === search.get('kind')) ?? 'all',
    state: movementStates.find((state) => state === search.get('state')),
    month: month !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    currency: recordCurrencies.find((currency) => currency === search.get('currency')),
  };
}

/** The records that were chosen, page by page. Whenever a movement changes its state, they are asked for again. */
export function useRecords(choice: Choice) {
  const queries = useQueryClient();
  const renew = () => void queries.invalidateQueries({ queryKey: key });
  useMovements(renew, renew);
  return useInfiniteQuery({
    queryKey: [...key, 'list', choice],
    queryFn: ({ pageParam: before }) =>
      call<typeof listRecords>('POST', '/index/records/list', { ...choice, ...(before && { before }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });
}

/** One record with its trail. */
export function useRecord(id: string) {
  const queries = useQueryClient();
  const renew = () => void queries.invalidateQueries({ queryKey: key });
  useMovements((event) => event.id === id && renew(), renew);
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: () => call<typeof showRecord>('POST', '/index/records/show', { id }),
    meta: { quiet: true },
  });
}

/** The same records as a file. */
export const fetchCsv = (choice: Choice) => call<typeof getRecordsCsv>('POST', '/index/records/csv', choice);

/** Which way the money went, as its owner sees it: between own wallets it went neither. */
const signs: Record<Flow, '+' | '-' | ''> = {
  recharge: '+',
  withdraw: '-',
  transfer: '-',
  receive: '+',
  upgrade: '-',
  refund: '+',
  move: '',
  exchange: '',
};
export const signedAmount = ({ flow, amount }: Pick<Listed, 'flow' | 'amount'>) => ({
  amount: signs[flow] === '-' ? `-${amount}` : amount,
  signed: signs[flow] !== '',
});
