import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** The income of a day, and the principal returned when it is over, in units of USDT. */
export type Outlook = { day: string; income: bigint; principal: bigint };

/** Similar orders are counted together: those of one version, day and size are paid the same. */
type Group = { product: number; version: number; starts_on: string; units: bigint; orders: bigint };
const running = (which: RawBuilder<boolean>): RawBuilder<Group> => sql`
  select product, version, starts_on, units, count(*) as orders from holding
  where ended_at is null and kind <> 'pledge' and ${which} group by product, version, starts_on, units`;

/** Every day of these orders in a range of days. Each order is rounded on its own. */
const byDay = (orders: RawBuilder<Group>, from: string, until: string): RawBuilder<Outlook> => sql`
  select starts_on + nth - 1 as day,
    sum(orders * income_of_day(kind, units * unit, units, rate_bp, daily, nth))::bigint as income,
    coalesce(sum(orders * units * unit) filter (where kind = 'trust' and nth = days), 0)::bigint as principal
  from (${orders}) as alike join product_version using (product, version)
  cross join lateral generate_series(greatest(${from}::date - starts_on, 0) + 1, least(${until}::date - starts_on + 1, days)) as nth
  group by 1`;

/** Serializes counting. The next one sees what was counted before, because taking a lock takes no snapshot. */
export const lockOutlook = (tx: Tx) => sql`lock table product_outlook in share row exclusive mode`.execute(tx);

/**
 * Starts the count again, with a line for each day after the given one. Orders of users who have left no longer run.
 */
export async function clearOutlook(tx: Tx, through: string, from: string, until: string): Promise<void> {
  await sql`delete from product_outlook`.execute(tx);
  await sql`delete from product_left`.execute(tx);
  await sql`insert into product_outlook (day, through, income, principal)
    select ${from}::date + n, ${through}, 0, 0 from generate_series(0, ${until}::date - ${from}::date) as n`.execute(
    tx,
  );
}

/** The first day of the oldest order that earns by the day. */
export async function firstStart(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(starts_on), 'YYYY-MM-DD') as day from holding where ended_at is null and kind <> 'pledge'`.execute(
    tx,
  );
  return rows[0]!.day ?? undefined;
}

/** Adds the payments of orders that began between two days, and before those that are counted. */
export async function addToOutlook(tx: Tx, first: string, last: string, from: string, until: string): Promise<void> {
  const added = byDay(
    running(sql`starts_on between ${first}::date and least(${last}::date, ${from}::date - 1)`),
    from,
    until,
  );
  await sql`update product_outlook as kept set income = kept.income + added.income, principal = kept.principal + added.principal
    from (${added}) as added where kept.day = added.day`.execute(tx);
}

/** The last day by which counted orders had begun, and the last day they are counted for. */
export async function outlookKept(tx: Tx): Promise<{ through: string; until: string } | undefined> {
  const { rows } = await sql<{ through: string | null; until: string }>`
    select to_char(max(through), 'YYYY-MM-DD') as through, to_char(max(day), 'YYYY-MM-DD') as until from product_outlook`.execute(
    tx,
  );
  const [{ through, until }] = rows as [{ through: string | null; until: string }];
  return through === null ? undefined : { through, until };
}

/** The amounts due for each day of a range: those counted, and the changes since. */
export async function outlook(tx: Tx, through: string | undefined, from: string, until: string): Promise<Outlook[]> {
  const since = through === undefined ? sql<boolean>`true` : sql<boolean>`starts_on > ${through}::date`;
  const kept = sql`select day, income, principal from product_outlook where day >= ${from}::date`;
  const gone = sql<Group>`select *, 1 as orders from product_left where starts_on <= ${through ?? null}::date`;
  const { rows } = await sql<Outlook>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(income)::bigint as income, sum(principal)::bigint as principal from (
      ${byDay(running(since), from, until)}
      ${through === undefined ? sql`` : sql`union all ${kept} union all select day, -income, -principal from (${byDay(gone, from, until)}) as gone`}
    ) as due where day <= ${until}::date group by 1 order by 1`.execute(tx);
  return rows;
}

/** How far days are booked: the last complete day, and what is booked of the next one. */
export async function bookedSoFar(tx: Tx): Promise<{ through: string | undefined; begun: bigint }> {
  const { rows } = await sql<{ day: string; done: boolean; income: bigint }>`
    select to_char(day, 'YYYY-MM-DD') as day, done, income from product_day order by product_day.day desc limit 2`.execute(
    tx,
  );
  return { through: rows.find(({ done }) => done)?.day, begun: rows[0]?.done === false ? rows[0].income : 0n };
}

/** The principal that is due by the end of a day and not returned yet. */
export async function principalDue(tx: Tx, through: string): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from holding
    where ended_at is null and kind = 'trust' and ends_at <= (${through}::date + 1)::timestamp at time zone 'UTC'`.execute(
    tx,
  );
  return rows[0]!.amount;
}

/**
 * The amounts due for pledges on each day, with overdue ones today, and the interest each has earned by the second,
 * rounded down.
 */
export async function pledgesDue(tx: Tx, now: Date): Promise<(Outlook & { accrued: bigint })[]> {
  const { rows } = await sql<Outlook & { accrued: bigint }>`
    select to_char(greatest((ends_at at time zone 'UTC')::date, (${now}::timestamptz at time zone 'UTC')::date), 'YYYY-MM-DD') as day,
      sum(interest)::bigint as income, sum(amount)::bigint as principal, sum(interest * elapsed / seconds)::bigint as accrued
    from (
      -- In two parts, so that no product leaves 63 bits.
      select ends_at, seconds, price.amount,
        price.amount / 1000000000 * rate_ppb + price.amount % 1000000000 * rate_ppb / 1000000000 as interest,
        trunc(extract(epoch from least(ends_at, ${now}) - bought_at))::bigint as elapsed
      from holding join product_version using (product, version) cross join lateral (select units * unit as amount) as price
      where ended_at is null and holding.kind = 'pledge'
    ) as pledge group by 1`.execute(tx);
  return rows;
}
