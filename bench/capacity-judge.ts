import { setTimeout as pause } from 'node:timers/promises';
import { judgeMoves } from '../chaos/moves-judge.ts';
import { judgeSettlements, settled } from '../chaos/settle-judge.ts';
import { verifyAll } from '../chaos/settle-verify.ts';
import { slotAt } from '../protocol/src/market/tape.ts';
import { auditTape } from '../server/src/market/audit.ts';
import { openDb, type Pool } from '../server/src/platform/db.ts';
import { auditLog } from '../server/src/publiclog/audit.ts';
import { products } from '../server/src/roles/products.ts';
import type { Kind, Loaded } from './capacity-load.ts';

type Given = { pool: Pool; parts: readonly Loaded[]; from: Date; seconds: number; close: () => Promise<void> };

/** Waits until everything is settled, closes the site, and recomputes all that it promised and wrote. */
export async function judgeSite({ pool, parts, from, seconds, close }: Given) {
  const through = await settled(pool);
  await pause(3000); // what ended last is logged, too
  await close();
  const db = openDb(pool);
  const promised = (kind: Kind) => parts.flatMap(({ answered }) => answered[kind]);
  const answered = {
    ...{
      contract: new Set(promised('contract')),
      option: new Set(promised('option')),
      spot: new Set(promised('spot')),
    },
    sold: new Map<string, string>(),
  };
  const found = await judgeSettlements(db, answered, through);
  const moves = await judgeMoves(pool, promised('transfer'), 2);
  const topUps = await judgeMoves(pool, promised('topUp'), 1);
  const [tape, log] = [await auditTape(db), await auditLog(db, products)];
  for (const line of await verifyAll(db, { first: slotAt(from.getTime()) - 200, last: through })) console.log(line);
  console.log(
    `judged: ${found.orders} orders, ${found.voids} void, ${promised('transfer').length} transfers, ${promised('topUp').length} top-ups; tape: ${tape.ticks} ticks, ${tape.gaps} gaps, ${tape.faults.length} faults; log: ${log.leaves} leaves, ${log.faults.length} faults`,
  );
  const { rows } = await pool.query(
    `select count(*)::int as settled, 1000 * percentile_cont(0.99) within group (order by extract(epoch from settled_at) - exit_slot / 2.0) as late
     from (
       select settled_at, exit_slot from contract union all select settled_at, exit_slot from option_order
       union all select settled_at, exit_slot from spot_order
     ) as ended where settled_at between $1 and $1 + $2 * interval '1 second'`,
    [from, seconds],
  );
  return {
    settled: rows[0].settled as number,
    late: Number(rows[0].late),
    lost: found.lost + moves.lost + topUps.lost,
    doubled: found.doubled + moves.doubled + topUps.doubled,
    drift: found.drift,
    wrong: found.wrong + found.voids + tape.faults.length + log.faults.length,
  };
}
