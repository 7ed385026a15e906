import { scheduleOf } from '../protocol/src/wealth/schedule.ts';
import { openDb, type Pool } from '../server/src/platform/database/db.ts';
import { termsOf } from '../server/src/trading/wealth/shown.ts';
import { bookedThrough, type HeldRow } from '../server/src/trading/wealth/sql.ts';
import type { Answers } from './accrual-acts.ts';

type Part = { at: number; amount: bigint };
type Leg = { kind: number; serial: bigint; ref: string; at: Date; amount: bigint };
const kinds = { principal: 60, returned: 61, price: 62, income: 120 };
const same = (one: Part, other: Part) => one.at === other.at && one.amount === other.amount;

/** The expected bookings of an order, given how it ended and up to which moment days are booked. */
function dueOf(row: HeldRow, through: number): { income: Part[]; returned: Part[] } {
  const { income, returned, endsAt } = scheduleOf(termsOf(row), row.units, row.bought_at.getTime());
  if (row.ending === 'early') return { income: [], returned: [{ at: row.ended_at!.getTime(), amount: returned }] };
  const over = row.ending === 'matured';
  const booked = row.kind === 'pledge' ? (over ? income : []) : income.filter(({ at }) => at <= through);
  return { income: [...booked], returned: over && returned > 0n ? [{ at: endsAt, amount: returned }] : [] };
}

/** Faults that no single order reveals. Each row is one fault. */
async function readWrong(owner: Pool, since: Date): Promise<string[]> {
  const { rows } = await owner.query(
    `select 'committed' as wrong where (select coalesce(sum(amount), 0) from leg where account = 43009)
       <> (select coalesce(sum(amount), 0) from holding where kind <> 'machine' and ended_at is null)
     union all
     select 'taken of ' || product from product_taken as taken where units <>
       (select coalesce(sum(units), 0) from holding where holding.product = taken.product and (kind <> 'pledge' or ended_at is null))
     union all
     select 'not ended: ' || id from holding where ended_at is null and ends_at < $1
     union all
     select 'day ' || day from product_day where not done`,
    [since],
  );
  return rows.map(({ wrong }) => wrong);
}

/** Compares every order, day and response with the books. `since`: when the last run of a worker began. */
export async function judgeAccrual(owner: Pool, answers: Answers, since: Date) {
  const through = Date.parse((await bookedThrough(openDb(owner) as never))!) + 86_400_000;
  let [lost, doubled, legs] = [0, 0, 0];
  const held = new Map<string, HeldRow>();
  const { rows: owners } = await owner.query<{ owner: bigint }>('select distinct owner from holding');
  for (const { owner: number } of owners) {
    const { rows } = await owner.query<HeldRow>(
      `select h.*, unit, rate_bp, rate_ppb, daily, days, seconds from holding as h join product_version using (product, version) where owner = $1`,
      [number],
    );
    const { rows: booked } = await owner.query<Leg>(
      `select kind, ('x' || left(replace(ref::text, '-', ''), 16))::bit(64)::bigint as serial, ref, at, amount from leg
       where account = ($1::bigint << 16) + 6145 and kind = any ($2) order by at, id`,
      [number, Object.values(kinds)],
    );
    const incomes = Map.groupBy(
      booked.filter(({ kind }) => kind === kinds.income),
      ({ serial }) => serial,
    );
    const others = Map.groupBy(
      booked.filter(({ kind }) => kind !== kinds.income),
      ({ ref }) => ref,
    );
    let counted = 0;
    const compare = (found: readonly Leg[], wanted: readonly Part[]) => {
      const parts = found.map(({ at, amount }) => ({ at: at.getTime(), amount }));
      lost += wanted.filter((part) => !parts.some((one) => same(one, part))).length;
      doubled += parts.length - wanted.filter((part) => parts.some((one) => same(one, part))).length;
      counted += found.length;
    };
    for (const row of rows) {
      held.set(row.id, row);
      const { income, returned } = dueOf(row, through);
      const facts = others.get(row.id) ?? [];
      compare(incomes.get(row.serial) ?? [], income);
      compare(
        facts.filter(({ kind }) => kind === kinds.returned),
        returned,
      );
      compare(
        facts.filter(({ kind }) => kind === (row.kind === 'machine' ? kinds.price : kinds.principal)),
        [{ at: row.bought_at.getTime(), amount: -row.amount }],
      );
    }
    // Bookings that belong to no order.
    doubled += booked.length - counted;
    legs += booked.length;
  }
  for (const [id, answer] of answers) {
    const row = held.get(id);
    if (answer === 'refused' ? row : !row) answer === 'refused' ? doubled++ : lost++;
    if (answer === 'ended' && row?.ending !== 'early') lost++;
    if (answer === 'matured' && row?.ending === 'early') lost++;
  }
  const wrong = await readWrong(owner, since);
  for (const line of wrong.slice(0, 20)) console.log(`wrong: ${line}`);
  return { lost, doubled, wrong: wrong.length, orders: held.size, legs };
}
