import { ownerOf } from '../../ledger/ledger.ts';
import type { Bus } from '../../platform/bus.ts';
import type { SettledChunk } from './settle.ts';

const mostPerMessage = 20;

/** Tells people what has been booked for them. Those who miss it find it in the database. */
export function tellSettled(bus: Bus, { ending, accounts, ids, results, payouts }: SettledChunk): void {
  const [whose, orders, codes, amounts] = [accounts, ids, results, payouts].map(elements) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const told = new Map<string, object[]>();
  const tell = (account: string, orders: object[]) =>
    bus.publish(`user.${ownerOf(BigInt(account))}`, JSON.stringify({ type: ending.event, orders }));
  whose.forEach((account, i) => {
    const own = told.get(account) ?? [];
    if (own.length === 0) told.set(account, own);
    const booked = { account: BigInt(account), id: orders[i]!, result: Number(codes[i]), payout: BigInt(amounts[i]!) };
    own.push(ending.tell(booked));
    if (own.length === mostPerMessage) tell(account, own.splice(0));
  });
  for (const [account, orders] of told) if (orders.length > 0) tell(account, orders);
}

/** The elements of an array as PostgreSQL writes it; numbers and ids need no more. */
const elements = (text: string | null): string[] => text?.slice(1, -1).split(',') ?? [];
