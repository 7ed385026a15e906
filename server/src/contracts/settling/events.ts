import type { ContractEvent } from '@glasshouse/protocol/contracts/calls';
import { formatUsdt } from '@glasshouse/protocol/money';
import { ownerOf } from '../../ledger/ledger.ts';
import type { Bus } from '../../platform/bus.ts';
import { outcomeNamed } from '../outcomes.ts';
import type { SettledChunk } from './settle.ts';

const mostPerMessage = 20;

/** Tells people what has been booked for them. Those who miss it find it in the database. */
export function tellSettled(bus: Bus, { accounts, ids, results, payouts }: SettledChunk): void {
  const [whose, orders, codes, amounts] = [accounts, ids, results, payouts].map(elements) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const told = new Map<string, ContractEvent['orders']>();
  const tell = (account: string, orders: ContractEvent['orders']) => {
    const event: ContractEvent = { type: 'contract', orders };
    bus.publish(`user.${ownerOf(BigInt(account))}`, JSON.stringify(event));
  };
  whose.forEach((account, i) => {
    const own = told.get(account) ?? [];
    if (own.length === 0) told.set(account, own);
    const payout = formatUsdt(BigInt(amounts[i]!));
    own.push({ id: orders[i]!, outcome: outcomeNamed(Number(codes[i])), payout });
    if (own.length === mostPerMessage) tell(account, own.splice(0));
  });
  for (const [account, orders] of told) if (orders.length > 0) tell(account, orders);
}

/** The elements of an array as PostgreSQL writes it; numbers and ids need no more. */
const elements = (text: string | null): string[] => text?.slice(1, -1).split(',') ?? [];
