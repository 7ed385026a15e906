import { dueSlot } from '@glasshouse/protocol/contracts/settle';
import { msOf } from '@glasshouse/protocol/market/tape';
import { onTestFinished } from 'vitest';
import { systemAccount, walletOf } from '#money/ledger/accounts.ts';
import { post } from '#money/ledger/ledger.ts';
import { openDb, openPool, step, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import type { World } from './world.ts';

/** The terms that a test needs; others have their defaults. */
export type Wish = {
  owner: bigint;
  headSlot: number;
  long: boolean;
  stake?: bigint;
  symbol?: number;
  seconds?: number;
  returnBp?: number;
  rule?: number;
};

/**
 * Writes and books a contract as opening does, at any head that a test needs; the application can open only at the
 * newest.
 */
export async function agree(tx: Tx, wish: Wish): Promise<string> {
  const { owner, headSlot, long, stake = 10_000_001n, symbol = 1, seconds = 2, returnBp = 8200, rule = 1 } = wish;
  const [account, at, id] = [walletOf(owner, 'contract', 'USDT'), new Date(msOf(headSlot) + 200), newId()];
  const moves = [{ from: account, to: systemAccount('committed_contracts', 'USDT'), amount: stake }];
  const staked = await post(tx, at, { kind: 'contract_stake', ref: id, moves });
  if (!staked.ok) throw new Error(staked.error);
  const slots = { head_slot: BigInt(headSlot), due_slot: BigInt(dueSlot({ headSlot, seconds })) };
  const agreed = { symbol, seconds, return_bp: returnBp, rule, long, stake };
  await tx
    .insertInto('contract')
    .values({ account, id, at, ...slots, ...agreed })
    .execute();
  return id;
}

/** A database connection as the settler's role, and contracts to settle. */
export function openContracts(world: World) {
  const pool = openPool(world.config.SETTLE_DATABASE_URL!, 4, () => {});
  onTestFinished(() => pool.end());
  const open = (wish: Wish) => step(world.owner, (tx) => agree(tx, wish));
  const row = (id: string) =>
    world.db.selectFrom('contract').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { db: openDb(pool), open, row };
}
