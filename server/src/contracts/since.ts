import { msOf } from '@glasshouse/protocol/tape';
import { sql } from 'kysely';
import { minutes, seconds } from '../platform/clock.ts';

/** How far the time in an order's id may be from the server's clock when it is accepted. */
export const idMayDiffer = minutes(2);
/** How far the head may be from it. */
export const headMayDiffer = seconds(2);

/**
 * The lowest id that a contract due after `settled_through` can have: what is open or not yet counted of a user is then a short walk
 * along the key. Such an order's head is at most the longest period before `settled_through`, and its id at most both differences
 * older than its head.
 */
export const openSince = sql`(
  select (lpad(to_hex(greatest(0,
    settled_through * ${sql.lit(msOf(1))} - 1000 * longest - ${sql.lit(idMayDiffer + headMayDiffer)}
  )), 12, '0') || repeat('0', 20))::uuid
  from settlement, (select max(period) as longest from contract_terms, unnest(seconds) as period) as agreed)`;
