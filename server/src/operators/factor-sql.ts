import type { Insertable } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { OperatorPasskey } from '../platform/schema.ts';

export const passkeysOf = (tx: Tx, operator: string) =>
  tx
    .selectFrom('operator_passkey')
    .selectAll()
    .where('operator', '=', operator)
    .orderBy('created_at')
    .limit(20)
    .execute();
export const insertPasskey = (tx: Tx, passkey: Insertable<OperatorPasskey>) =>
  tx.insertInto('operator_passkey').values(passkey).execute();
export const usePasskey = (tx: Tx, id: string, counter: bigint, now: Date) =>
  tx.updateTable('operator_passkey').set({ counter, used_at: now }).where('id', '=', id).execute();
export const deletePasskey = (tx: Tx, operator: string, id: string) =>
  tx
    .deleteFrom('operator_passkey')
    .where('operator', '=', operator)
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst();

export async function replaceRecovery(tx: Tx, operator: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('operator_recovery').where('operator', '=', operator).execute();
  await tx
    .insertInto('operator_recovery')
    .values(hashes.map((code_hash) => ({ operator, code_hash })))
    .execute();
}
/** True for the one caller that uses the code up. */
export async function useRecovery(tx: Tx, operator: string, hash: Buffer): Promise<boolean> {
  const done = await tx
    .deleteFrom('operator_recovery')
    .where('operator', '=', operator)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}
export async function countRecovery(tx: Tx, operator: string): Promise<number> {
  const { n } = await tx
    .selectFrom('operator_recovery')
    .select((count) => count.fn.countAll<bigint>().as('n'))
    .where('operator', '=', operator)
    .executeTakeFirstOrThrow();
  return Number(n);
}
