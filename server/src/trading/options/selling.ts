import type { Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { lastSaleSlot } from '@glasshouse/protocol/options/terms';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { sql } from 'kysely';
import { type Tx, violates } from '#platform/database/db.ts';
import type { Steps } from '#platform/http/http.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { optionsWallet, orderShown } from './orders.ts';
import { type OptionRow, optionById } from './orders-sql.ts';
import type { Pricer } from './pricer.ts';
import { outcomeCodes } from './product.ts';
import { bidBy } from './quotes.ts';

type Endpoint = typeof protocol.sellOption;
type Answer = Result<Output<Endpoint>, Refusal<Endpoint>>;
type At = { tx: Tx; now: Date };
type InSteps = Pick<At, 'now'> & Pick<Steps, 'inTx'>;

const tries = 3; // a tick may arrive between reading and selling; two in a row hardly ever do

/** Sells an option back at its fair value by the newest tick, unless that is less than its owner's minimum. */
export async function sellOption(
  { inTx, now }: InSteps,
  pricer: Pricer,
  owner: bigint,
  input: Input<Endpoint>,
): Promise<Answer> {
  try {
    return await inTx((tx) => sellInOne({ tx, now }, pricer, owner, input));
  } catch (error) {
    // The transaction waited so long that its tick was no longer recent when it ended.
    if (violates(error, 'sale_is_recent')) return err('quote_expired');
    throw error;
  }
}

async function sellInOne(
  { tx, now }: At,
  pricer: Pricer,
  owner: bigint,
  { id, atLeast }: Input<Endpoint>,
): Promise<Answer> {
  const account = optionsWallet(owner);
  for (let tried = 0; ; tried++) {
    const row = await optionById(tx, account, id);
    if (!row) return err('not_found');
    // An ended option was either sold by the same tap, or can't be sold any more.
    if (row.result !== null)
      return row.result === outcomeCodes.sold && row.payout! >= atLeast
        ? ok({ order: orderShown(row) })
        : err('order_ended');
    if (tried === tries) return err('quote_expired');
    const sold = await sell({ tx, now }, pricer, row, atLeast);
    if (!sold.ok) return sold;
  }
}

/** Tries to sell by the newest tick. The option's row shows whether it was sold. */
async function sell(
  { tx, now }: At,
  pricer: Pricer,
  row: OptionRow,
  atLeast: bigint,
): Promise<Result<void, Refusal<Endpoint>>> {
  if (!isRule(row.rule)) return err('rule_unknown');
  const ground = await pricer.newest(tx, row.symbol, now);
  if (!ground) return err('tape_stale');
  const { slot } = ground;
  const dueSlot = Number(row.due_slot);
  if (slot >= dueSlot) return err('order_ended');
  if (slot > lastSaleSlot({ terms: row.terms, dueSlot })) return err('sale_closed');
  const bid = bidBy(row, ground);
  if (!bid.ok) return bid;
  const { amount, by } = bid.value;
  if (amount < atLeast) return err('quote_expired');
  await sql`select sell_option_now(${now}, ${row.account}, ${row.id}::uuid, ${slot}, ${by.volatility}, ${amount})`.execute(
    tx,
  );
  return ok(undefined);
}
