import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakEvenOf, type Price, settle } from '../protocol/src/contracts/settle.ts';
import { dayOf, firstSlotOf, slotAt } from '../protocol/src/market/tape.ts';
import { run } from '../scripts/run.ts';
import { exported } from '../server/src/contracts/contracts.ts';
import { outcomeCodes } from '../server/src/contracts/outcomes.ts';
import { kindCodes } from '../server/src/ledger/kinds.ts';
import { systemAccount } from '../server/src/ledger/ledger.ts';
import { checkBooks } from '../server/src/ledger/proof.ts';
import { exportSettlements } from '../server/src/orders/orders.ts';
import type { Db } from '../server/src/platform/db.ts';

/** What the drill has to answer for; all but `orders` must be 0. */
export type Found = { lost: number; doubled: number; drift: number; wrong: number; orders: number; voids: number };

/** Recomputes every contract from the whole tape, and compares it with what was promised, settled, booked and counted. */
export async function judgeSettlements(db: Db, answered: ReadonlySet<string>, through: number): Promise<Found> {
  const contracts = await db.selectFrom('contract').selectAll().execute();
  const ticks = Map.groupBy(
    await db.selectFrom('tick').select(['symbol', 'slot', 'price']).orderBy('slot').execute(),
    (tick) => tick.symbol,
  );
  const tapes = new Map(
    [...ticks].map(([symbol, own]) => [symbol, own.map(({ slot, price }): Price => ({ slot: Number(slot), price }))]),
  );
  const legs = Map.groupBy(
    await db.selectFrom('leg').select(['ref', 'kind', 'amount']).where('account', '>=', 65536n).execute(),
    (leg) => `${leg.ref} ${leg.kind}`,
  );
  const booked = (id: string, kind: number) => (legs.get(`${id} ${kind}`) ?? []).map((leg) => leg.amount);
  const known = new Set(contracts.map((row) => row.id));
  let [lost, doubled, wrong] = [[...answered].filter((id) => !known.has(id)).length, 0, 0];
  for (const row of contracts) {
    const tape = (tapes.get(row.symbol) ?? []).filter((tick) => tick.slot > Number(row.head_slot));
    const agreed = { rule: row.rule, seconds: row.seconds, stake: row.stake, returnBp: row.return_bp };
    const direction = row.long ? ('long' as const) : ('short' as const);
    const wanted = settle({ ...agreed, direction, headSlot: Number(row.head_slot) }, tape, through);
    if (row.result === null || !wanted) {
      lost++;
      continue;
    }
    const written = [row.result, row.payout, row.entry_slot, row.entry_price, row.exit_slot, row.exit_price];
    const { outcome, payout, entry, exit } = wanted;
    const right = [outcomeCodes[outcome], payout, entry?.slot, entry?.price, exit?.slot, exit?.price];
    if (written.join() !== right.join()) wrong++;
    if (booked(row.id, kindCodes.contract_stake).join() !== String(-row.stake)) doubled++;
    if (booked(row.id, kindCodes.contract_payout).join() !== (payout > 0n ? String(payout) : '')) doubled++;
  }
  const { drift } = await checkBooks(db);
  const pool = await db
    .selectFrom('leg')
    .select('amount')
    .where('account', '=', systemAccount('committed_contracts', 'USDT'))
    .execute();
  const left = pool.reduce((sum, leg) => sum + leg.amount, 0n);
  const days = await db.selectFrom('contract_day').selectAll().execute();
  const counted = days.reduce(
    (sum, day) => [
      sum[0]! + BigInt(day.wins + day.losses + day.draws + day.voids),
      sum[1]! + day.paid,
      sum[2]! + day.break_even,
    ],
    [0n, 0n, 0n],
  );
  const recounted = [
    BigInt(contracts.length),
    contracts.reduce((sum, row) => sum + (row.payout ?? 0n), 0n),
    contracts.reduce((sum, row) => sum + (row.result! <= 2 ? BigInt(breakEvenOf(row.return_bp)) : 0n), 0n),
  ];
  if (counted.join() !== recounted.join()) wrong++;
  const voids = contracts.filter((row) => row.result === outcomeCodes.void).length;
  return {
    lost,
    doubled,
    drift: drift.length + (left === 0n ? 0 : 1),
    wrong,
    orders: contracts.length,
    voids,
  };
}

/** The verifier's own word on every settlement, from files as anybody can download them. */
export async function verifyAll(db: Db): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-drill-'));
  const { due } = await db
    .selectFrom('contract')
    .select((row) => row.fn.min('due_slot').as('due'))
    .executeTakeFirstOrThrow();
  const lines: string[] = [];
  for (let day = dayOf(Number(due)); day <= dayOf(slotAt(Date.now())); day++) {
    const path = join(folder, `${day}.txt`);
    const out = createWriteStream(path);
    const write = async (text: string) => {
      if (!out.write(text)) await once(out, 'drain');
    };
    await exportSettlements(db, exported, { first: firstSlotOf(day), last: firstSlotOf(day + 1) - 1 }, write);
    out.end();
    await once(out, 'finish');
    const { code, output } = await run(process.execPath, ['verify/src/main.ts', 'settlements', path]);
    if (code !== 0) process.exitCode = 1;
    lines.push(output.trim());
  }
  await rm(folder, { recursive: true });
  return lines;
}
