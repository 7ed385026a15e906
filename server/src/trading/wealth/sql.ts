import type { ProductKind } from '@glasshouse/protocol/wealth/terms';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { arrayOf, type Db, type Tx } from '#platform/database/db.ts';
import type { Holding, ProductVersion } from '#platform/database/schema.ts';

export type VersionRow = Selectable<ProductVersion>;
type HoldingRow = Selectable<Holding>;
/** A holding with the terms at the time of purchase. */
export type HeldRow = HoldingRow &
  Pick<VersionRow, 'label' | 'unit' | 'rate_bp' | 'rate_ppb' | 'daily' | 'days' | 'seconds'>;
export type OfferedRow = VersionRow & { taken: bigint };

const maxOffered = 200;

/** Versions with the number of units taken. */
export const versions = (tx: Tx) =>
  tx
    .selectFrom('product_version')
    .leftJoin('product_taken', (join) =>
      join
        .onRef('product_taken.product', '=', 'product_version.product')
        .onRef('product_taken.version', '=', 'product_version.version'),
    )
    .selectAll('product_version')
    .select(sql<bigint>`coalesce(product_taken.units, 0)`.as('taken'));

/** Every published version, the shortest terms first. */
export const offered = (tx: Tx): Promise<OfferedRow[]> =>
  versions(tx)
    .where('state', '=', 'published')
    .orderBy('days')
    .orderBy('seconds')
    .orderBy('product_version.product')
    .limit(maxOffered)
    .execute();

/** A version that is or was published: the requested one, else the newest. */
export function versionOf(tx: Tx, product: number, version: number | undefined): Promise<OfferedRow | undefined> {
  const found = versions(tx).where('product_version.product', '=', product).where('state', '<>', 'draft');
  return (version === undefined ? found : found.where('product_version.version', '=', version))
    .orderBy('product_version.version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The prices an owner has paid for machines, as negative amounts: on the UTC day of `now`, and in total. */
export async function machinePrices(tx: Tx, owner: bigint, now: Date): Promise<{ today: bigint; total: bigint }> {
  const { rows } = await sql<{ today: bigint; total: bigint }>`
    select -coalesce(sum(amount) filter (where bought_at >= date_trunc('day', ${now}::timestamptz, 'UTC')), 0)::bigint as today,
      -coalesce(sum(amount), 0)::bigint as total
    from holding where owner = ${owner} and kind = 'machine'`.execute(tx);
  return rows[0]!;
}

/** The same by UTC day (counted from 1970), for the given day and later. */
export async function machinePricesByDay(
  tx: Tx,
  owner: bigint,
  firstDay: number,
): Promise<{ day: number; profit: bigint }[]> {
  const { rows } = await sql<{ day: number; profit: bigint }>`
    select (bought_at at time zone 'UTC')::date - date '1970-01-01' as day, -sum(amount)::bigint as profit
    from holding
    where owner = ${owner} and kind = 'machine' and bought_at >= to_timestamp(${firstDay}::double precision * 86400)
    group by 1`.execute(tx);
  return rows;
}

/** The total of all pledges, in units of USDT. */
export async function pledgedInAll(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ pledged: bigint }>`
    select coalesce(sum(units * unit), 0)::bigint as pledged from product_taken join product_version using (product, version)
    where product_taken.kind = 'pledge'`.execute(tx);
  return rows[0]!.pledged;
}

export type PurchaseResult =
  | 'bought'
  | 'repeated'
  | 'nobody'
  | 'account_abnormal'
  | 'id_used'
  | 'product_closed'
  | 'product_not_open'
  | 'purchase_out_of_range'
  | 'holding_limit'
  | 'too_many_holdings'
  | 'sold_out'
  | 'insufficient_balance';
type Wish = {
  owner: bigint;
  id: string;
  product: number;
  version: number;
  units: number;
  fromFund?: boolean | undefined;
};
export const buy = async (tx: Tx, now: Date, wish: Wish): Promise<PurchaseResult> => {
  const { owner, id, product, version, units, fromFund = false } = wish;
  return (
    await sql<{ answer: PurchaseResult }>`
      select buy_product_with(${owner}, ${id}, ${product}, ${version}, ${units}, ${now}, ${fromFund}) as answer`.execute(
      tx,
    )
  ).rows[0]!.answer;
};

type Ended = 'ended' | 'repeated' | 'not_found' | 'holding_matured';
export const endPledge = async (tx: Tx, now: Date, owner: bigint, id: string): Promise<Ended> =>
  (await sql<{ answer: Ended }>`select end_pledge(${owner}, ${id}, ${now}) as answer`.execute(tx)).rows[0]!.answer;

const heldProducts = (tx: Tx, owner: bigint) =>
  tx
    .selectFrom('holding')
    .innerJoin('product_version', (join) =>
      join
        .onRef('product_version.product', '=', 'holding.product')
        .onRef('product_version.version', '=', 'holding.version'),
    )
    .selectAll('holding')
    .select(['label', 'unit', 'rate_bp', 'rate_ppb', 'daily', 'days', 'seconds'])
    .where('owner', '=', owner);

export const holdingById = (tx: Tx, owner: bigint, id: string): Promise<HeldRow | undefined> =>
  heldProducts(tx, owner).where('id', '=', id).executeTakeFirst();

/** The purchases of a number, whoever's they are: users may have made up the same one. */
export const holdingsNumbered = (tx: Tx, id: string, limit: number) =>
  tx
    .selectFrom('holding')
    .select(['owner', 'kind', 'amount', 'bought_at'])
    .where('id', '=', id)
    .orderBy('bought_at')
    .limit(limit)
    .execute();

export type Filter = {
  kind?: ProductKind | undefined;
  /** Filters by the states that depend on the time, as of `now`. */
  state?: 'not_started' | 'in_progress' | 'settling' | 'ended' | undefined;
  now?: Date | undefined;
  before?: bigint | undefined;
};
const startsAt = sql<Date>`coalesce(starts_on::timestamp at time zone 'UTC', bought_at)`;

export type Past = {
  from?: Date | undefined;
  until?: Date | undefined;
  /** Only older holdings: bought earlier, or at the same moment with a smaller serial. */
  before?: { at: Date; serial: bigint } | undefined;
  /** A part of the product's name, or the terms of products that have no name of their own. */
  named?: { label: string; terms: readonly UnnamedTerms[] } | undefined;
  /** The first and the last id, both included. */
  ids?: { from: string; through: string } | undefined;
  isOpen?: boolean | undefined;
  isEnded?: boolean | undefined;
};
/** The terms that name a product without a name of its own. */
export type UnnamedTerms = Pick<VersionRow, 'kind' | 'days' | 'seconds'>;
const maxTerms = 500;
/** All terms of such products. */
export const unnamedTerms = (tx: Tx): Promise<UnnamedTerms[]> =>
  tx
    .selectFrom('product_version')
    .select(['kind', 'days', 'seconds'])
    .distinct()
    .where('label', '=', '')
    .limit(maxTerms)
    .execute();
/** Whether a product's name contains the label, or it has no name and one of these terms. */
const isNamed = ({ label, terms }: NonNullable<Past['named']>) => sql<SqlBool>`(
  strpos(lower(label), lower(${label})) > 0 or label = '' and (holding.kind, coalesce(days, 0), coalesce(seconds, 0)) in (
    select * from unnest(${arrayOf(terms.map(({ kind }) => kind))}::text[],
      ${arrayOf(terms.map(({ days }) => days ?? 0))}::int[], ${arrayOf(terms.map(({ seconds }) => seconds ?? 0))}::int[])))`;

/** The holdings of a user, current and ended, by time of purchase, newest first. */
export function boughtBy(
  tx: Tx,
  owner: bigint,
  { from, until, before, named, ids, isOpen, isEnded }: Past,
  limit: number,
): Promise<HeldRow[]> {
  let query = heldProducts(tx, owner);
  if (from) query = query.where('bought_at', '>=', from);
  if (until) query = query.where('bought_at', '<', until);
  if (before) query = query.where(sql<SqlBool>`(bought_at, serial) < (${before.at}, ${before.serial}::bigint)`);
  if (named) query = query.where(isNamed(named));
  if (ids) query = query.where('id', '>=', ids.from).where('id', '<=', ids.through);
  if (isOpen) query = query.where('ended_at', 'is', null);
  if (isEnded) query = query.where('ended_at', 'is not', null);
  return query.orderBy('bought_at', 'desc').orderBy('serial', 'desc').limit(limit).execute();
}

/**
 * When the `nth` newest of these was bought, whatever its name: how far a search by label may read. Undefined if there
 * are fewer, so the search may read all of them.
 */
export const nthBought = (tx: Tx, owner: bigint, { from, until, before }: Past, nth: number) =>
  tx
    .selectFrom('holding')
    .select(['bought_at', 'serial'])
    .where('owner', '=', owner)
    .$if(from !== undefined, (query) => query.where('bought_at', '>=', from!))
    .$if(until !== undefined, (query) => query.where('bought_at', '<', until!))
    .$if(before !== undefined, (query) =>
      query.where(sql<SqlBool>`(bought_at, serial) < (${before!.at}, ${before!.serial}::bigint)`),
    )
    .orderBy('bought_at', 'desc')
    .orderBy('serial', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();

/**
 * A page of the holdings of a user, current and ended, newest first. A filter reads the owner's own rows until the page
 * is full.
 */
export function holdingsOf(
  tx: Tx,
  owner: bigint,
  { kind, state, now, before }: Filter,
  limit: number,
): Promise<HeldRow[]> {
  let query = heldProducts(tx, owner);
  if (before !== undefined) query = query.where('serial', '<', before);
  if (kind !== undefined) query = query.where('holding.kind', '=', kind);
  if (state === 'ended') query = query.where('ended_at', 'is not', null);
  else if (state !== undefined) query = query.where('ended_at', 'is', null);
  if (now && state === 'not_started') query = query.where(startsAt, '>', now);
  if (now && state === 'in_progress') query = query.where(startsAt, '<=', now).where('ends_at', '>', now);
  if (now && state === 'settling') query = query.where('ends_at', '<=', now);
  return query.orderBy('serial', 'desc').limit(limit).execute();
}

/** The amounts a user has in running orders, by kind. */
export async function heldByKind(tx: Tx, owner: bigint) {
  const { rows } = await sql<{ kind: ProductKind; amount: bigint; count: bigint }>`
    select kind, sum(amount)::bigint as amount, count(*) as count from holding
    where owner = ${owner} and ended_at is null group by kind order by kind`.execute(tx);
  return rows;
}

/** The references under which an order's income of some days is booked. */
export async function incomeRefs(tx: Tx, serial: bigint, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    select income_ref(${serial}, day) as ref from unnest(${arrayOf(days)}::date[]) as earned (day)`.execute(tx);
  return rows.map(({ ref }) => ref);
}

/** How far income is booked: the last complete day. */
export const bookedThrough = async (tx: Tx): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('product_day')
      .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))
      .where('done', '=', true)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.day;

/** Whether no other worker is paying at the moment. */
export const isFree = async (tx: Tx): Promise<boolean> =>
  (
    await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('accrue_products', 0)) as free`.execute(tx)
  ).rows[0]!.free;

export type Accrued = { day: string; orders: bigint; income: bigint; done: boolean };
/** Books one step of income. Undefined when all days that are over are done. */
export const accrue = async (db: Db | Tx, now: Date, limit: number): Promise<Accrued | undefined> =>
  (
    await sql<Accrued>`
      select to_char(day, 'YYYY-MM-DD') as day, orders, income, done from accrue_products(${now}, ${limit})`.execute(db)
  ).rows[0];

/** Returns a part of what has come due, with its owners. */
export const redeem = async (db: Db | Tx, now: Date, limit: number) =>
  (
    await sql<{ owner: bigint; id: string; kind: ProductKind }>`
      select owner, id, kind from redeem_products(${now}, ${limit})`.execute(db)
  ).rows;
