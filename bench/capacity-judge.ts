import { setTimeout as pause } from 'node:timers/promises';
import { judgeMoves } from '../chaos/moves-judge.ts';
import { settled } from '../chaos/settle-judge.ts';
import { recompute } from '../chaos/site.ts';
import { slotAt } from '../protocol/src/market/tape.ts';
import type { Pool } from '../server/src/platform/database/db.ts';
import type { Kind, LoadResult } from './capacity-load.ts';

type CapacityRun = {
  pool: Pool;
  parts: readonly LoadResult[];
  from: Date;
  seconds: number;
  close: () => Promise<void>;
};

/** Waits until everything is settled, closes the site, and recomputes all responses and results. */
export async function judgeCapacity({ pool, parts, from, seconds, close }: CapacityRun) {
  const through = await settled(pool);
  await pause(3000); // until the last settlements are logged, too
  await close();
  const promised = (kind: Kind) => parts.flatMap(({ answered }) => answered[kind]);
  const answered = {
    ...{ contract: new Set(promised('contract')), option: new Set(promised('option')) },
    ...{ spot: new Set(promised('spot')), transfer: new Set(promised('transfer')), sold: new Map<string, string>() },
  };
  const found = await recompute(pool, answered, through, { first: slotAt(from.getTime()) - 200, last: through });
  const topUps = await judgeMoves(pool, promised('topUp'), 1);
  console.log(
    `judged: ${found.orders} orders, ${found.voids} void, ${answered.transfer.size} transfers, ${promised('topUp').length} top-ups`,
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
    lost: found.lost + topUps.lost,
    doubled: found.doubled + topUps.doubled,
    drift: found.drift,
    wrong: found.wrong + found.voids,
  };
}
