import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** How many people registered with a person's code, and how many of them are verified. */
export async function countInvited(tx: Tx, person: string): Promise<{ invited: number; verified: number }> {
  const row = await tx
    .selectFrom('person')
    .select((count) => [
      count.fn.countAll<bigint>().as('invited'),
      count.fn.countAll<bigint>().filterWhere('identity', '=', 'passed').as('verified'),
    ])
    .where('invited_by', '=', person)
    .executeTakeFirstOrThrow();
  return { invited: Number(row.invited), verified: Number(row.verified) };
}

type Sum = { source: string; paid: bigint; withheld: bigint; amount: bigint };
export async function sumsOf(tx: Tx, inviter: bigint): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select source, count(*) filter (where withheld is null) as paid, count(*) filter (where withheld is not null) as withheld,
      sum(amount)::bigint as amount
    from invitation_income where inviter = ${inviter} group by source`.execute(tx);
  return rows;
}

/** The amount credited on the newest day that had a share, and from how many people. */
export async function newestShares(tx: Tx, inviter: bigint): Promise<{ people: number; amount: bigint } | undefined> {
  const { rows } = await sql<{ people: bigint; amount: bigint }>`
    with newest as (
      select day from invitation_income where inviter = ${inviter} and source = 'lower_level' order by id desc limit 1
    )
    select count(*) as people, sum(amount)::bigint as amount from invitation_income join newest using (day)
    where inviter = ${inviter} having count(*) > 0`.execute(tx);
  return rows[0] && { people: Number(rows[0].people), amount: rows[0].amount };
}

/** Income from invitations, newest first, with the person each is about; only entries before an id, if one is given. */
export const incomeBefore = (tx: Tx, inviter: bigint, before: bigint | undefined, limit: number) =>
  tx
    .selectFrom('invitation_income as entry')
    .innerJoin('person', 'person.number', 'entry.invitee')
    .select(['entry.id', 'entry.invitee', 'entry.source', 'entry.at', 'entry.amount', 'entry.withheld'])
    .select(['entry.base', 'entry.share_bp', sql<string | null>`to_char(entry.day, 'YYYY-MM-DD')`.as('day')])
    .select(['person.username', 'person.email', 'person.phone'])
    .where('entry.inviter', '=', inviter)
    .$if(before !== undefined, (query) => query.where('entry.id', '<', before!))
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
export type Row = Awaited<ReturnType<typeof incomeBefore>>[number];

/** The inviter who was rewarded, or whose reward was withheld, for a person's identity check. */
export const inviterOf = async (tx: Tx, invitee: bigint): Promise<bigint | undefined> =>
  (
    await tx
      .selectFrom('invitation_income')
      .select('inviter')
      .where('invitee', '=', invitee)
      .where('source', '=', 'new_user')
      .executeTakeFirst()
  )?.inviter;

/**
 * Continues booking shares that are due. Returns how many people and days it processed, at most `limit`, and which
 * inviters were paid.
 */
export async function bookShares(tx: Tx, now: Date, limit: number): Promise<{ looked: bigint; inviters: bigint[] }> {
  const { rows } = await sql<{ looked: bigint; inviters: string[] }>`
    select * from share_product_income(${now}, ${limit})`.execute(tx);
  const { looked, inviters } = rows[0]!;
  return { looked, inviters: inviters.map(BigInt) };
}
