import type { SpanContext } from '@opentelemetry/api';
import { ownerOf } from '#money/ledger/ledger.ts';
import { addFinishedSpan, continueTrace } from '#platform/observability/trace.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import { nameOf } from '../product.ts';
import type { SettledChunk } from './settle.ts';
import type { Traces } from './traces.ts';

const maxPerMessage = 20;

/** A booked chunk, and when it was booked. */
export type BookedChunk = SettledChunk & { booked: Date };

/** Notifies users of booked orders. Users who miss it find the results in the database. */
export function publishSettled(bus: BusOf<'settle'>, chunk: BookedChunk, traces: Traces): void {
  const { ending, accounts, ids, results, payouts } = chunk;
  const [whose, orders, codes, amounts] = [accounts, ids, results, payouts].map(elements) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const told = new Map<string, object[]>();
  // Several orders of one wallet share one notification, in the trace of the last of them that has one.
  const going = new Map<string, SpanContext | undefined>();
  const goOnWith = (account: string, id: string) => {
    const from = traces.take(nameOf({ account: BigInt(account), id }));
    const what = { product: ending.table, orders: Number(chunk.count) };
    if (from) going.set(account, addFinishedSpan(from, 'orders.settle', what, [chunk.at, chunk.booked]));
  };
  const toEvent = (account: string, orders: object[]) =>
    continueTrace(going.get(account), () =>
      bus.publish(`user.${ownerOf(BigInt(account))}`, JSON.stringify({ type: ending.event, orders })),
    );
  whose.forEach((account, i) => {
    if (traces.any()) goOnWith(account, orders[i]!);
    const own = told.get(account) ?? [];
    if (own.length === 0) told.set(account, own);
    const booked = { account: BigInt(account), id: orders[i]!, result: Number(codes[i]), payout: BigInt(amounts[i]!) };
    own.push(ending.toEvent(booked));
    if (own.length === maxPerMessage) toEvent(account, own.splice(0));
  });
  for (const [account, orders] of told) if (orders.length > 0) toEvent(account, orders);
}

/** The elements of an array as PostgreSQL writes it; numbers and ids need no more. */
const elements = (text: string | null): string[] => text?.slice(1, -1).split(',') ?? [];
