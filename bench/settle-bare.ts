import type { Owner } from './settle-parts.ts';
import { contracts, options, type Product, spot } from './settle-products.ts';

const products = [contracts, options, spot];

/**
 * The same columns and indexes, without our constraints and triggers. Its pages have the free space that one
 * transaction needs to keep all row versions on the same page. Ours need less, because a chunk reuses the space left by
 * the previous one.
 */
export const makeBare = (owner: Owner) =>
  owner.query(`
    ${products.map(({ table }) => `create table bare_${table} (like ${table} including indexes) with (fillfactor = 40);`).join('\n')}
    ${products.flatMap(({ beside }) => beside.map((name) => `create table bare_${name} (like ${name} including indexes);`)).join('\n')}
    insert into bare_option_exposure select * from option_exposure;
    create table bare_account (like account including indexes) with (fillfactor = 70);
    create table bare_leg (like leg including indexes);
    create sequence bare_block increment by 65536 start 65536`);

/** Fills in the orders due at a slot, and the books before they end. */
export const fillBare = (owner: Owner, mix: readonly Product[], slot: number, afterLeg: bigint) =>
  owner.query(`
    ${mix.map(({ table }) => `insert into bare_${table} select * from ${table} where due_slot = ${slot};`).join('\n')}
    truncate bare_account; insert into bare_account select * from account;
    insert into bare_leg select * from leg where id > ${afterLeg}`);

/** Runs plain statements over all rows in one transaction. */
export async function runBare(owner: Owner, mix: readonly Product[], slot: number): Promise<number> {
  const began = performance.now();
  await owner.query(`begin; ${mix.map(({ bare }) => bare(slot)).join('\n')} commit`);
  return performance.now() - began;
}
