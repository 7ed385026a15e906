import type { Tx } from '../platform/db.ts';

export const newestConfig = (tx: Tx) =>
  tx.selectFrom('site_config').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirstOrThrow();
