import { sql } from 'kysely';

/** From here on, a user's open and uncounted contracts are a short walk along the key. */
export const openSince = sql`(select open_since())`;
