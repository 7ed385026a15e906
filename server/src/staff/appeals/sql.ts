import type { Tx } from '#platform/database/db.ts';

export const insertAppeal = (tx: Tx, appeal: { id: string; person: string; text: string }) =>
  tx.insertInto('appeal').values(appeal).execute();
export const appealText = async (tx: Tx, id: string): Promise<string> =>
  (await tx.selectFrom('appeal').select('text').where('id', '=', id).executeTakeFirstOrThrow()).text;
