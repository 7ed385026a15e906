import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { slotAt } from '@glasshouse/protocol/market/tape';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { heldSlots } from '@glasshouse/protocol/options/terms';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import { headMayDiffer } from '../orders/orders.ts';
import type { Tx } from '../platform/db.ts';
import { err, ok, type Result } from '../platform/result.ts';
import { optionsWallet, orderShown } from './orders.ts';
import { optionById } from './orders-sql.ts';
import { outcomeCodes } from './outcomes.ts';
import { bidBy } from './quotes.ts';
import type { Reckoner } from './reckoner.ts';

type Endpoint = typeof protocol.sellOption;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;

/** Sells an option back at a bid by one of the last ticks, which is reckoned again from the tape. */
export async function sellOption(
  { tx, now }: { tx: Tx; now: Date },
  reckoner: Reckoner,
  owner: bigint,
  { id, slot, amount }: Input<Endpoint>,
): Promise<Answer> {
  const account = optionsWallet(owner);
  const row = await optionById(tx, account, id);
  if (!row) return err('not_found');
  const isSold = row.result === outcomeCodes.sold && Number(row.exit_slot) === slot && row.payout === amount;
  if (row.result !== null) return isSold ? ok({ order: orderShown(row) }) : err('order_ended');
  if (!isRule(row.rule)) return err('rule_unknown');
  const age = slotAt(now.getTime()) - slot;
  if (age > heldSlots + headMayDiffer / 500 || age < -headMayDiffer / 500) return err('quote_expired');
  const ground = await reckoner.at(tx, row.symbol, slot, now);
  if (!ground) return err('quote_expired');
  if (slot >= Number(row.due_slot)) return err('order_ended');
  const bid = bidBy(row, ground);
  if (!bid.ok) return bid;
  if (bid.value.amount !== amount) return err('quote_expired');
  const { volatility } = bid.value.by;
  const { rows } = await sql<{ sold: boolean }>`
    select sell_option(${now}, ${account}, ${id}::uuid, ${slot}, ${volatility}, ${amount}) as sold`.execute(tx);
  const after = (await optionById(tx, account, id))!;
  if (rows[0]!.sold) return ok({ order: orderShown(after) });
  // Somebody else was first: the tape, the clock, or the same tap.
  if (after.result === null) return err('quote_expired');
  return after.result === outcomeCodes.sold && Number(after.exit_slot) === slot && after.payout === amount
    ? ok({ order: orderShown(after) })
    : err('order_ended');
}
