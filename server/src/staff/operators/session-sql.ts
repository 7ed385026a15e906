import type { Insertable } from 'kysely';
import type { Db, Tx } from '#platform/database/db.ts';
import type { OperatorSession } from '#platform/database/schema.ts';

export const insertSession = (tx: Tx, session: Insertable<OperatorSession>) =>
  tx.insertInto('operator_session').values(session).execute();
export const sessionByToken = (db: Db | Tx, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('operator_session')
    .innerJoin('operator', 'operator.id', 'operator_session.operator')
    .selectAll('operator_session')
    .select(['operator.name', 'operator.email', 'operator.role', 'operator.status', 'operator.enrolled_at'])
    .where('operator_session.token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('operator.status', '<>', 'disabled')
    .executeTakeFirst();
/**
 * Locks the operator and then the session until the transaction ends. Disabling an operator locks the operator first,
 * too.
 */
export async function lockSession(tx: Tx, tokenHash: Buffer, operator: string): Promise<void> {
  await tx.selectFrom('operator').select('id').where('id', '=', operator).forUpdate().execute();
  await tx.selectFrom('operator_session').select('id').where('token_hash', '=', tokenHash).forUpdate().execute();
}
export const touchSession = (db: Db, tokenHash: Buffer, now: Date) =>
  db.updateTable('operator_session').set({ seen_at: now }).where('token_hash', '=', tokenHash).execute();
export const refreshFactor = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('operator_session').set({ factor_at: now }).where('id', '=', id).execute();
export const putNewSecret = (tx: Tx, id: string, secret: Buffer) =>
  tx.updateTable('operator_session').set({ new_secret: secret }).where('id', '=', id).execute();
export const putChallenge = (tx: Tx, id: string, challenge: string) =>
  tx.updateTable('operator_session').set({ challenge }).where('id', '=', id).execute();
/** Returns the challenge and deletes it. */
export async function takeChallenge(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('operator_session')
    .select('challenge')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable('operator_session').set({ challenge: null }).where('id', '=', id).execute();
  return row?.challenge ?? undefined;
}
export const deleteSessionByToken = (tx: Tx, tokenHash: Buffer) =>
  tx.deleteFrom('operator_session').where('token_hash', '=', tokenHash).execute();
export const deleteSessionsOf = (tx: Tx, operator: string, except?: string) =>
  tx
    .deleteFrom('operator_session')
    .where('operator', '=', operator)
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .execute();
export const deleteExpiredSessions = (tx: Tx, now: Date) =>
  tx.deleteFrom('operator_session').where('expires_at', '<=', now).execute();
