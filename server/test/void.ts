import { getOverview, getStatement } from '@glasshouse/protocol/assets/calls';
import { showRules } from '@glasshouse/protocol/contracts/calls';
import type { Wallet } from '@glasshouse/protocol/ledger/books';
import type { Currency } from '@glasshouse/protocol/money';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { sql } from 'kysely';
import { walletOf } from '#money/ledger/ledger.ts';
import { openLog } from './log.ts';
import { worldToLose } from './lost-day.ts';

/** A world with a public log whose day can be given up, and checks for orders that become void in it. */
export async function worldToVoid(now: string) {
  const lost = await worldToLose({ now: new Date(now) });
  const { world, trader } = lost;
  const log = await openLog(world);
  const agreeOn = (rule: number) =>
    sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
      values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, ${rule})`.execute(world.owner);
  const balance = async (wallet: Wallet, currency: Currency) => {
    const { rows } = await sql<{ balance: bigint }>`
      select balance from account where id = ${walletOf(trader.number, wallet, currency)}`.execute(world.owner);
    return rows[0]?.balance ?? 0n;
  };
  /** The failed checks of a receipt, including its place in the public log. */
  const wrong = async (receipt: unknown) => {
    const { logKeys, slipKeys } = (await trader.call(showRules, {})).data;
    const keys = { logKeys, slipKeys: slipKeys.map(({ publicKey }) => publicKey), mustBeLogged: true };
    return (await checkReceipt(receipt, keys)).checks.filter(({ ok }) => !ok).map(({ name }) => name);
  };
  const committed = async () => (await trader.call(getOverview, {})).data.committed;
  const statement = async () => (await trader.call(getStatement, {})).data.list;
  return { ...lost, log, agreeOn, balance, wrong, committed, statement };
}
