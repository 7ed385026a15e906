import { sql } from 'kysely';
import { minutes, seconds } from '../platform/clock.ts';

// The database holds both of these itself: see `open_since` and `open_plain_contracts` in the migrations.
/** How far the time in an order's id may be from the server's clock when it is accepted. */
export const idMayDiffer = minutes(2);
/** How far the head may be from it. */
export const headMayDiffer = seconds(2);

/** From here on, a user's open and uncounted contracts are a short walk along the key. */
export const openSince = sql`(select open_since())`;
