import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type Db, step, type Tx } from '#platform/database/db.ts';

/** An account, or an entire currency (below 1024), whose legs don't add up to the books. */
export type Drift = { account: bigint; balance: bigint; legs: string };
export type Books = { accounts: bigint; legs: bigint; currencies: number; drift: Drift[] };

const atOneMoment = <T>(db: Db, work: (tx: Tx) => Promise<T>) =>
  db.transaction().setIsolationLevel('repeatable read').execute(work);

/**
 * Recomputes every balance, every currency's sum and all incomes from the legs. Reads everything; see `proveNewLegs`.
 */
export const checkBooks = (db: Db): Promise<Books> =>
  atOneMoment(db, async (tx) => {
    const counts = await sql<{ accounts: bigint; legs: bigint }>`
      select (select count(*) from account) as accounts, (select count(*) from leg) as legs`.execute(tx);
    const currencies = await sql<{ currency: bigint; legs: string }>`
      select account & 1023 as currency, sum(amount)::text as legs from leg group by 1`.execute(tx);
    const accounts = await sql<Drift>`
      with counted as (select account, sum(amount) as legs from leg where account >= 65536 group by account)
      select coalesce(id, account) as account, coalesce(balance, 0) as balance, coalesce(legs, 0)::text as legs
      from account full join counted on id = account
      where balance is distinct from coalesce(legs, 0) or balance < 0 limit 1000`.execute(tx);
    const incomes = await sql<Drift>`
      with counted as (
        select account >> 16 as owner, (at at time zone 'UTC')::date as day, k.income as source, account & 1023 as currency, sum(amount) as legs
        from leg join posting_kind k on code = kind where account >= 65536 and k.income is not null group by 1, 2, 3, 4
      )
      select owner << 16 as account, coalesce(amount, 0) as balance, coalesce(legs, 0)::text as legs
      from income full join counted using (owner, day, source, currency)
      where amount is distinct from legs limit 1000`.execute(tx);
    const uneven = currencies.rows.filter((row) => row.legs !== '0');
    const drift = [
      ...uneven.map((row) => ({ account: row.currency, balance: 0n, legs: row.legs })),
      ...accounts.rows,
      ...incomes.rows,
    ];
    return { ...counts.rows[0]!, currencies: currencies.rows.length, drift };
  });

/** Replaces all earlier alarms by the findings of a full check. */
export const replaceAlarms = (db: Db, now: Date, drift: readonly Drift[]): Promise<void> =>
  step(db, async (tx) => {
    await sql`delete from books_alarm`.execute(tx);
    for (const found of drift) await raiseAlarm(tx, now, found);
  });

const raiseAlarm = (tx: Tx, now: Date, { account, balance, legs }: Drift) =>
  sql`
    insert into books_alarm (account, balance, legs, found_at) values (${account}, ${balance}, ${legs}::numeric, ${now})
    on conflict do nothing`.execute(tx);

export const countAlarms = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`select count(*) from books_alarm`.execute(db);
  return Number(rows[0]!.count);
};

// The ids of one block. Legs written together are in the same pass, so that they add up to zero.
const block = 65_536n;
const blocksPerPass = 500n;

type Mark = { through: bigint; settled: boolean; next: bigint };

/**
 * Proves what was written since the last run: for each changed account, that the sum proved before plus its newer legs
 * is its balance; for each currency, that the new legs add up to zero. Raises an alarm for everything that doesn't add
 * up, and returns it. Covers the legs up to the mark of the previous run, so that transactions open at that time have
 * finished.
 */
export async function proveNewLegs(db: Db, now: Date, maxPasses = 200): Promise<Drift[]> {
  const { rows } = await sql<Mark>`
    select through, next, next_xid < pg_snapshot_xmin(pg_current_snapshot()) as settled from proof_mark`.execute(db);
  const mark = rows[0]!;
  const end = mark.settled ? mark.next : mark.through;
  const drift: Drift[] = [];
  let from = mark.through;
  for (let passes = 0; from < end && passes < maxPasses; passes++) {
    const left = end - from;
    const to = left > block * blocksPerPass ? from + block * blocksPerPass : end;
    drift.push(...(await atOneMoment(db, (tx) => provePass(tx, now, from, to))));
    from = to;
  }
  if (from === mark.next) await step(db, noteEnd);
  return drift;
}

async function provePass(tx: Tx, now: Date, from: bigint, to: bigint): Promise<Drift[]> {
  const system = await sql<{ account: bigint; legs: string }>`
    with fresh as materialized (select account, amount from leg where id >= ${from} and id < ${to}), kept as (
      insert into proof (account, through, amount)
      select account, ${to}::bigint - 1, sum(amount) from fresh where account < 65536 group by account
      on conflict (account) do update set through = excluded.through, amount = proof.amount + excluded.amount
    )
    select account & 1023 as account, sum(amount)::text as legs from fresh group by 1 having sum(amount) <> 0`.execute(
    tx,
  );
  // Within a user's account, ids rise in the order of commits (they are assigned under its lock). So the newest visible
  // leg marks the end of what is proved, whatever is still being written elsewhere.
  const users = await sql<Drift>`
    with touched as (
      select distinct account from leg where id >= ${from} and id < ${to} and account >= 65536
    ), counted as (
      select touched.account, max(leg.id) as through, sum(leg.amount) + coalesce(max(proof.amount), 0) as legs
      from touched left join proof using (account)
      join leg on leg.account = touched.account and leg.id > coalesce(proof.through, 0)
      group by touched.account
    ), kept as (
      insert into proof (account, through, amount) select account, through, legs from counted
      on conflict (account) do update set through = excluded.through, amount = excluded.amount
    )
    select account, coalesce(balance, 0) as balance, legs::text from counted left join account on id = account
    where balance is distinct from legs`.execute(tx);
  const drift = [...system.rows.map((row) => ({ ...row, balance: 0n })), ...users.rows];
  for (const found of drift) await raiseAlarm(tx, now, found);
  const moved = await sql`update proof_mark set through = ${to} where through = ${from}`.execute(tx);
  assert.equal(moved.numAffectedRows, 1n, 'nobody else proved the same legs meanwhile');
  return drift;
}

/** Accounts per slice, which takes a fraction of a second: a million in twenty minutes, at one slice per minute. */
const accountsPerSlice = 50_000;

/**
 * Checks the next slice of all accounts, with or without new legs, and starts over after the last one: the sum proved
 * before plus the newer legs must be the balance. This finds edited balances that are never used. Raises an alarm for
 * everything that doesn't add up and wasn't known yet, and returns it.
 */
export const proveNextAccounts = (db: Db, now: Date, most = accountsPerSlice): Promise<Drift[]> =>
  atOneMoment(db, async (tx) => {
    const slice = await sql<{ after: bigint; last: bigint | null }>`
      select walked_through as after,
        (select id from account where id > walked_through order by id offset ${most - 1} limit 1) as last
      from proof_mark`.execute(tx);
    const { after, last } = slice.rows[0]!;
    const to = last ?? 2n ** 63n - 1n;
    // The proved sum of a deleted account counts too: it is then not zero.
    const { rows } = await sql<Drift>`
      select account, coalesce(balance, 0) as balance, (coalesce(proved.amount, 0) + coalesce(newer.amount, 0))::text as legs
      from (select id as account, balance from account where id > ${after} and id <= ${to}) as own
      full join (select account, through, amount from proof where account > ${after} and account <= ${to} and account >= 65536)
        as proved using (account)
      cross join lateral (
        select sum(amount) as amount from leg where leg.account = coalesce(own.account, proved.account) and id > coalesce(through, 0)
      ) as newer
      where balance is distinct from coalesce(proved.amount, 0) + coalesce(newer.amount, 0)
        and not exists (select from books_alarm as known where known.account = coalesce(own.account, proved.account))
      limit 1000`.execute(tx);
    for (const found of rows) await raiseAlarm(tx, now, found);
    await sql`update proof_mark set walked_through = ${last ?? 0n}`.execute(tx);
    return rows;
  });

/**
 * Records where the legs end now. The sequence is read first, so a transaction that took an id earlier has a
 * transaction id below ours.
 */
async function noteEnd(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    end: bigint;
  }>`select last_value + case when is_called then ${block}::bigint else 0 end as end from posting_block`.execute(tx);
  await sql`update proof_mark set next = ${rows[0]!.end}, next_xid = pg_current_xact_id()`.execute(tx);
}
