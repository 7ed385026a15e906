import type { OperatorRole } from '@glasshouse/protocol/operators/permissions';
import { type Selectable, sql } from 'kysely';
import { dropPasskeysAndRecovery } from '#people/factors/factors.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Operator as Row } from '#platform/database/schema.ts';

export type OperatorRow = Selectable<Row> & { role: OperatorRole };
const typed = (row: Selectable<Row> | undefined) => row as OperatorRow | undefined;

export const operatorById = async (tx: Tx, id: string) =>
  typed(await tx.selectFrom('operator').selectAll().where('id', '=', id).executeTakeFirst());
export const operatorByEmail = async (tx: Tx, email: string) =>
  typed(await tx.selectFrom('operator').selectAll().where('email', '=', email).executeTakeFirst());

type NewOperator = { id: string; name: string; email: string; role: OperatorRole; created_at: Date };
export const insertOperator = (tx: Tx, operator: NewOperator) => tx.insertInto('operator').values(operator).execute();

/** All operators, with when they were last seen and how many passkeys they have. */
export const operatorsSeen = (tx: Tx) =>
  tx
    .selectFrom('operator')
    .select((of) => [
      'id',
      'name',
      'email',
      'role',
      'status',
      'created_at',
      of
        .selectFrom('operator_setup')
        .whereRef('operator_setup.operator', '=', 'operator.id')
        .select('expires_at')
        .as('link_until'),
      of
        .selectFrom('operator_session')
        .whereRef('operator_session.operator', '=', 'operator.id')
        .where('factor', 'is not', null)
        .select((max) => max.fn.max('seen_at').as('seen_at'))
        .as('seen_at'),
      of
        .selectFrom('operator_passkey')
        .whereRef('operator_passkey.operator', '=', 'operator.id')
        .select((count) => count.fn.countAll<bigint>().as('passkeys'))
        .as('passkeys'),
    ])
    .orderBy('created_at')
    .limit(200)
    .execute();

/** The owners who are not disabled, locked, so that two of them cannot remove each other at the same time. */
export const lockOwners = (tx: Tx) =>
  tx
    .selectFrom('operator')
    .select(['id', 'email', 'status'])
    .where('role', '=', 'owner')
    .where('status', '<>', 'disabled')
    .orderBy('id')
    .forUpdate()
    .execute();

export const setRole = (tx: Tx, id: string, role: OperatorRole) =>
  tx.updateTable('operator').set({ role }).where('id', '=', id).execute();
export const setPassword = (tx: Tx, id: string, hash: string) =>
  tx.updateTable('operator').set({ password_hash: hash }).where('id', '=', id).execute();
/** Marks an operator as set up; a trigger sets the time. False if they are not invited (any more). */
export async function activate(tx: Tx, id: string, secret: Buffer, step: bigint): Promise<boolean> {
  const done = await tx
    .updateTable('operator')
    .set({ totp_secret: secret, totp_step: step, status: 'active' })
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}
export const disable = (tx: Tx, id: string) =>
  tx.updateTable('operator').set({ status: 'disabled' }).where('id', '=', id).execute();

/** Whether any other operator can be the second person for changes to operators, or could until lately. */
export const hasOtherApprover = async (tx: Tx, now: Date, roles: readonly OperatorRole[], but: readonly string[]) =>
  (await tx
    .selectFrom('operator')
    .select('id')
    .where('id', 'not in', but)
    .where((where) =>
      where.or([
        where.and([where('status', '=', 'active'), where('role', 'in', roles)]),
        where('second_until', '>', now),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;
export const countsUntil = (tx: Tx, id: string, until: Date) =>
  tx.updateTable('operator').set({ second_until: until }).where('id', '=', id).execute();

/** Removes password and second factors, so that the operator must set up again. */
export async function clearFactors(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('operator')
    .set({ status: 'invited', password_hash: null, totp_secret: null })
    .where('id', '=', id)
    .execute();
  await dropPasskeysAndRecovery(tx, { kind: 'operator', id });
}

export const putSetup = (tx: Tx, operator: string, tokenHash: Buffer, until: Date) =>
  tx
    .insertInto('operator_setup')
    .values({ operator, token_hash: tokenHash, expires_at: until })
    .onConflict((conflict) => conflict.column('operator').doUpdateSet({ token_hash: tokenHash, expires_at: until }))
    .execute();
export const setupByToken = async (tx: Tx, tokenHash: Buffer, now: Date) =>
  typed(
    await tx
      .selectFrom('operator_setup')
      .innerJoin('operator', 'operator.id', 'operator_setup.operator')
      .selectAll('operator')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .where('status', '=', 'invited')
      .executeTakeFirst(),
  );
/** The database takes the address from the operator's row. */
export const mailOperator = (tx: Tx, operator: string, subject: string, text: string) =>
  sql`select mail_operator(${operator}, ${subject}, ${text})`.execute(tx);
export const dropSetup = (tx: Tx, operator: string) =>
  tx.deleteFrom('operator_setup').where('operator', '=', operator).execute();
