import { transfer } from '@glasshouse/protocol/assets/calls';
import { buyProduct, listProducts, type Product } from '@glasshouse/protocol/wealth/calls';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import { sql } from 'kysely';
import { newId } from '#platform/database/ids.ts';
import { payProducts } from '#trading/wealth/jobs.ts';
import type { World } from './world.ts';

type Person = Awaited<ReturnType<World['person']>>;
export const tradePassword = '246810';

/** Money in the financial wallet, transferred there through the call. */
export async function withMoney(person: Person, amount: string): Promise<Person> {
  const answer = await person.call(transfer, { id: newId(), from: 'fund', to: 'financial', amount });
  if (answer.code !== 200) throw new Error(`could not transfer: ${JSON.stringify(answer)}`);
  return person;
}

/** An example product of the fresh install, by kind and term. */
export async function exampleOf(world: World, kind: Product['terms']['kind'], term: number): Promise<Product> {
  const { products } = (await world.visitor().call(listProducts, {})).data;
  return products.find(
    ({ terms }) => terms.kind === kind && (terms.kind === 'pledge' ? terms.seconds : terms.days) === term,
  )!;
}

type Wish = { id?: string; units?: number; tradePassword?: string };
export const buy = (person: Person, { product, version, least }: Product, wish: Wish = {}) =>
  person.call(buyProduct, { id: newId(), product, version, units: least, tradePassword, ...wish });

/** The worker's job of every minute. */
export const pay = (world: World, told: (subject: string, text: string) => void = () => {}) =>
  payProducts(world.db, { publish: told }, world.clock);

type Bounds = { least?: bigint; most?: bigint; quota?: bigint };
/** Publishes a product with these terms, as two operators would; open since long ago, without an end. */
export async function offer(world: Pick<World, 'owner'>, terms: Terms, bounds: Bounds = {}) {
  const { kind, unit } = terms;
  const { least = 1n, most = null, quota = 1_000_000_000_000_000n / unit } = bounds;
  const [rate_bp, rate_ppb, daily, days, seconds] = [
    kind === 'trust' ? terms.rateBp : null,
    kind === 'pledge' ? terms.ratePpb : null,
    kind === 'machine' ? terms.daily : null,
    kind === 'pledge' ? null : terms.days,
    kind === 'pledge' ? terms.seconds : null,
  ];
  const { rows } = await sql<{ product: number }>`
    with made as (insert into product (kind, made_at) values (${kind}, now()) returning id)
    insert into product_version (
      product, version, kind, label, unit, rate_bp, rate_ppb, daily, days, seconds, least, most, quota, opens_at, written_at
    ) select id, 1, ${kind}, 'Made', ${unit}, ${rate_bp}, ${rate_ppb}, ${daily}, ${days}, ${seconds}, ${least},
      coalesce(${most}, least(${quota}, 1000000000000 / ${unit})), ${quota}, '2000-01-01', now() from made
    returning product`.execute(world.owner);
  const { product } = rows[0]!;
  await sql`update product_version set state = 'published', published_at = now() where product = ${product}`.execute(
    world.owner,
  );
  return { product, version: 1 };
}

/** People with money in the financial wallet who never log in. */
export async function crowd(world: World, count: number, amount: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ number: bigint }>`
    insert into person (id, phone, country, password_hash, trade_password_hash, invitation_code, registered_at)
    select gen_random_uuid(), '+8614' || lpad(n::text, 9, '0'), 'CN', '', '', 'CROWD' || n, now() from generate_series(1, ${count}::integer) n
    returning number`.execute(world.owner);
  for (const { number } of rows) await world.give({ number }, 'financial', 'USDT', amount);
  return rows.map(({ number }) => number);
}
