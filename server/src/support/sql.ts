import type { Tx } from '../platform/db.ts';

export const contacts = (tx: Tx) =>
  tx.selectFrom('support_contact').select(['account', 'link']).orderBy('position').limit(50).execute();
