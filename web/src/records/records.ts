import type { Output } from '@glasshouse/protocol/endpoint';
import type { Flow } from '@glasshouse/protocol/movements/arrows';
import { productNames } from '@glasshouse/protocol/orders/product-names';
import type { Entry, getRecordsCsv, listRecords, showRecord } from '@glasshouse/protocol/records/calls';
import { activityCurrencies, activityStates, type Tab, tabs } from '@glasshouse/protocol/records/tabs';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../lib/call.ts';
import { watchEvents } from '../lib/live.ts';
import { useMovements } from '../lib/movements.ts';

export type { Entry } from '@glasshouse/protocol/records/calls';
export type MoneyRecord = Extract<Entry, { is: 'money' }>;
export type Order = Extract<Entry, { outcome: unknown }>;
export type ProductRecord = Extract<Entry, { is: 'product' }>;
export type Page = Output<typeof listRecords>;
export type Shown = Output<typeof showRecord>;
export type Choice = {
  tab: Tab;
  state?: (typeof activityStates)[number] | undefined;
  currency?: (typeof activityCurrencies)[number] | undefined;
  /** UTC days, both inclusive. */
  from?: string | undefined;
  until?: string | undefined;
  text?: string | undefined;
};

export const tabNames = Object.keys(tabs) as Tab[];
const key = ['records'];

const dayIn = (search: URLSearchParams, name: string) => {
  const day = search.get(name) ?? '';
  return /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
};

/** The filters in an address. Invalid ones are ignored. */
export function choiceIn(search: URLSearchParams): Choice {
  return {
    tab: tabNames.find((tab) => tab === search.get('kind')) ?? 'all',
    state: activityStates.find((state) => state === search.get('state')),
    currency: activityCurrencies.find((currency) => currency === search.get('currency')),
    from: dayIn(search, 'from'),
    until: dayIn(search, 'until'),
    text: search.get('text')?.trim().slice(0, 64) || undefined,
  };
}

/** The entries that match the filters, in pages. Refetched whenever an entry begins or ends. */
export function useRecords(choice: Choice) {
  const queries = useQueryClient();
  const renew = () => void queries.invalidateQueries({ queryKey: key });
  useMovements(renew, renew);
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: key });
    const leave = [...productNames, 'wealth'].map((type) => watchEvents(type, again, () => {}));
    return () => {
      for (const stop of leave) stop();
    };
  }, [queries]);
  return useInfiniteQuery({
    queryKey: [...key, 'list', choice],
    queryFn: ({ pageParam: before }) =>
      call<typeof listRecords>('POST', '/index/records/list', { ...choice, ...(before && { before }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });
}

/** One record with its states. */
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

/** The same entries as a file. */
export const fetchCsv = (choice: Choice) => call<typeof getRecordsCsv>('POST', '/index/records/csv', choice);

/** The sign of the amount for its owner; none between own wallets. */
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
export const signedAmount = ({ flow, amount }: Pick<MoneyRecord, 'flow' | 'amount'>) => ({
  amount: signs[flow] === '-' ? `-${amount}` : amount,
  signed: signs[flow] !== '',
});
