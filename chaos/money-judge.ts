import { arrows } from '../protocol/src/movements/arrows.ts';
import { receivingLimits } from '../protocol/src/vip/levels.ts';
import type { openPool } from '../server/src/platform/database/db.ts';
import type { Promises } from './money-acts.ts';

type Pool = ReturnType<typeof openPool>;

type Found = { state: string; flow: string; own: number; kinds: Map<number, number> };

/** Movements by id, with the number of user legs of each kind booked for them. */
async function readMovements(owner: Pool): Promise<Map<string, Found>> {
  const { rows } = await owner.query(
    `select id, state, flow from movement where flow in ('recharge', 'withdraw', 'transfer', 'upgrade')`,
  );
  const found = new Map<string, Found>(rows.map(({ id, ...row }) => [id, { ...row, kinds: new Map() }]));
  const { rows: legs } = await owner.query(
    // Payouts are booked under owner and id together: see `book_arrow`.
    `select coalesce(paid.id, leg.ref) as ref, kind, count(*)::int as legs from leg
     left join (select id, md5('withdrawal_paid ' || owner || ' ' || id)::uuid as ref from movement where flow = 'withdraw') as paid
       on paid.ref = leg.ref
     where leg.ref is not null and (account >= 65536 or account = 44033) group by 1, 2`,
  );
  for (const { ref, kind, legs: count } of legs) found.get(ref)?.kinds.set(kind, count);
  return found;
}

/**
 * The legs of each kind that a movement in this state must have: 3 to a member, 10 top-up, 11 hold, 12 return, 13 paid,
 * 20 deposit.
 */
function due({ flow, state }: Found): Record<number, number> {
  if (flow === 'recharge') return state === 'passed' ? { 10: 1 } : {};
  if (flow === 'transfer') return { 3: 2 };
  if (flow === 'upgrade') return { 20: 1 };
  if (['rejected', 'cancelled', 'failed'].includes(state)) return { 11: 1, 12: 1 };
  return state === 'success' ? { 11: 1, 13: 1 } : { 11: 1 };
}

/** Faults that no single movement reveals: committed money, limits, and undefined transitions. Each row is one fault. */
async function readWrong(owner: Pool): Promise<string[]> {
  const drawn = arrows.map(({ flow, from, to }) => `${flow} ${from} ${to}`);
  const limits = receivingLimits.map(({ level, perDay, perMonth }) => `(${level}, ${perDay}, ${perMonth})`).join(', ');
  const { rows } = await owner.query(
    `with gone as (
       select distinct concat_ws(' ', flow, coalesce(lag(step.state) over (partition by step.owner, step.id order by place), 'start'), step.state) as way
       from movement_step as step join movement using (owner, id)
     )
     select 'no arrow: ' || way as wrong from gone where way <> all ($1)
     union all
     select 'pool of withdrawals' where (select coalesce(sum(amount), 0) from leg where account = 44033) <>
       (select coalesce(sum(amount), 0) from movement where flow = 'withdraw' and currency = 1 and state in ('under_review', 'withdrawing', 'frozen'))
     union all
     select 'pool of memberships' where (select coalesce(sum(amount), 0) from leg where account = 45057) <>
       (select coalesce(sum(deposit), 0) from membership)
     union all
     select 'day of withdrawals of ' || owner from movement, (select day_max from money_config order by version desc limit 1) as site
     where flow = 'withdraw' and state not in ('rejected', 'cancelled', 'failed') group by owner, day_max, (at at time zone 'UTC')::date
     having sum(amount) > day_max
     union all
     select 'day of cards of ' || owner from movement where flow = 'recharge' and label like 'Visa%'
     group by owner, (at at time zone 'UTC')::date having sum(amount) > 10000000000
     union all
     select 'received by ' || owner from movement join person on number = owner join membership on person = person.id
     join (values ${limits}) as rule (level, per_day, per_month) using (level)
     where flow = 'receive' group by owner, per_day, (at at time zone 'UTC')::date having sum(movement.amount) > per_day`,
    [drawn],
  );
  return rows.map(({ wrong }) => wrong);
}

/** Compares the responses with the database. */
export async function judgeMoney(owner: Pool, promises: Promises) {
  const movements = await readMovements(owner);
  const { rows: cases } = await owner.query('select id, decision from review_case');
  const decisions = new Map<string, string | null>(cases.map(({ id, decision }) => [id, decision]));
  let [lost, doubled] = [0, 0];
  for (const [id, { what }] of promises) {
    const found = movements.get(id);
    if (what === 'approved' || what === 'rejected') {
      if (decisions.get(id) !== (what === 'approved' ? 'approve' : 'reject')) lost++;
    } else if (what === 'refused') {
      if (found) doubled++;
    } else if (!found || (what === 'cancelled' && found.state !== 'cancelled')) lost++;
  }
  for (const found of movements.values()) {
    const wanted = due(found);
    for (const kind of [3, 10, 11, 12, 13, 20]) {
      const legs = found.kinds.get(kind) ?? 0;
      if (legs < (wanted[kind] ?? 0)) lost++;
      if (legs > (wanted[kind] ?? 0)) doubled++;
    }
  }
  const wrong = await readWrong(owner);
  for (const line of wrong) console.log(`wrong: ${line}`);
  const states = Object.groupBy(movements.values(), ({ flow, state }) => `${flow}_${state}`);
  const summary = Object.entries(states).map(([name, list]) => `${name}=${list!.length}`);
  return { lost, doubled, wrong: wrong.length, summary: summary.sort().join(' ') };
}
