import { showReceipt, showRules } from '../protocol/src/contracts/calls.ts';
import { showTape } from '../protocol/src/market/calls.ts';
import { msOf, slotAt } from '../protocol/src/market/tape.ts';
import { checkReceipt } from '../protocol/src/orders/receipt.ts';
import { openBrowser } from '../scripts/browser.ts';
import { run } from '../scripts/run.ts';
import { ownerRole, urlFor } from '../server/database/prepare.ts';
import { openDb, openPool, type Pool } from '../server/src/platform/database/db.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { judgeMoves } from './moves-judge.ts';
import type { Load } from './people.ts';
import type { Site } from './restore-site.ts';
import { judgeReceived } from './restore-witnesses.ts';
import { judgeSettlements, settled } from './settle-judge.ts';
import { verifyAll } from './settle-verify.ts';
import type { TapeClient } from './tape-clients.ts';

const receipts = 60;

/** The keys published before the fault. Restored data must be signed by these only. */
export async function publishedKeys({ door }: Site) {
  const { call } = openBrowser(door);
  const { slipKeys, logKeys } = (await call(showRules, {})).data;
  const { keys } = (await call(showTape, {})).data;
  const of = (list: readonly { publicKey: string }[]) => list.map(({ publicKey }) => publicKey);
  return { slipKeys: of(slipKeys), tapeKeys: of(keys), logKeys };
}
type Keys = Awaited<ReturnType<typeof publishedKeys>>;

/** The orders and transfers that must exist after a restore: all that were confirmed before or after the lost period. */
export function promisedAfter({ answered, answers, soldAt }: Load, before: number, since: number) {
  const isHeld = (at: number) => at < before || at > since;
  const of = (ids: Set<string>) => new Set([...ids].filter((id) => isHeld(answers.get(id)!.at)));
  const { contract, option, spot, transfer } = answered;
  const sold = new Map([...answered.sold].filter(([id]) => isHeld(soldAt.get(id)!)));
  return { contract: of(contract), option: of(option), spot: of(spot), transfer: of(transfer), sold };
}
export type PromisedState = ReturnType<typeof promisedAfter>;

/** Runs the check commands of docs/how-to/restore.md, logs their last lines, and returns the number of failures. */
async function runCommands(database: string, env: NodeJS.ProcessEnv) {
  const commands = [['books'], ['tape', 'check'], ['log', 'check'], ['audit']];
  const told = { ...env, ADMIN_DATABASE_URL: process.env.ADMIN_DATABASE_URL, DATABASE_NAME: database };
  let failed = 0;
  for (const [name, ...args] of commands) {
    const { code, output } = await run(process.execPath, [`scripts/${name}.ts`, ...args], { env: told });
    console.log(`  ${code === 0 ? output.trim().split('\n').at(-1) : output.trim()}`);
    if (code !== 0) failed++;
  }
  return failed;
}

/** Compares the receipts of contracts with the slips from before and the keys of that time. Returns how many are wrong. */
async function judgeReceipts({ answers }: Load, ids: readonly string[], keys: Keys): Promise<number> {
  let wrong = 0;
  for (const id of ids) {
    const { call, data } = answers.get(id)!;
    const receipt = await call(showReceipt, { id });
    const kept = data as NonNullable<Parameters<typeof checkReceipt>[1]>['kept'];
    const found = receipt.code === 200 ? await checkReceipt(receipt.data, { ...keys, kept }) : undefined;
    const failed = found?.checks.filter(({ ok }) => !ok) ?? [{ name: `no receipt: ${receipt.msg}` }];
    if (failed.length > 0) console.log(`  receipt ${id}: ${failed.map(({ name }) => name).join()}`);
    if (failed.length > 0) wrong++;
  }
  return wrong;
}

type Restored = {
  database: string;
  site: Site;
  load: Load;
  held: PromisedState;
  began: number;
  keys: Keys;
  client: TapeClient;
};

/** Checks that all promised orders exist and recomputes everything in the books. Trading must have stopped. */
export async function judgeAll({ database, site, load, held, began, keys, client }: Restored) {
  const pool = openPool(urlFor(database, ownerRole), 4, () => {}, { timeout: 0 });
  const db = openDb(pool);
  try {
    const opened = slotAt(systemClock().getTime());
    const found = await judgeSettlements(db, held, await settled(pool));
    const moves = await judgeMoves(pool, [...held.transfer], 2);
    const failed = await runCommands(database, site.env);
    const verified = await verifyAll(db, { first: began, last: opened + 10 });
    for (const line of verified) console.log(`  ${line.split('\n')[0]}`);
    const some = [...held.contract].filter((id) => load.answers.has(id)).slice(-receipts);
    const receipt = await judgeReceipts(load, some, keys);
    const heard = await judgeReceived(db, client);
    console.log(
      `  receipts ${some.length}, wrong ${receipt}; ticks heard ${heard.heard}, otherwise now ${heard.wrong}`,
    );
    return {
      lost: found.lost + moves.lost,
      doubled: found.doubled + moves.doubled,
      drift: found.drift,
      wrong: found.wrong + receipt + heard.wrong,
      faults: failed,
      ...{ orders: found.orders, voids: found.voids },
    };
  } finally {
    await pool.end();
  }
}
export type RestoreVerdict = Awaited<ReturnType<typeof judgeAll>>;

/** The moment of the newest tick. All earlier responses belong to the same history. */
export async function newestMoment(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select max(slot) as slot from tick');
  return msOf(Number(rows[0].slot));
}
