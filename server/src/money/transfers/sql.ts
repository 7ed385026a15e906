import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { BeginResult } from '../movements/movements.ts';

type TransferResult = BeginResult | 'account_abnormal' | 'saved_payees_only' | 'payee_unknown' | 'payee_limit';

/** The only way to transfer between members. It checks everything with both of them locked. */
export const send = async (
  tx: Tx,
  now: Date,
  { payer, payee, id, amount }: { payer: bigint; payee: bigint; id: string; amount: bigint },
): Promise<TransferResult> =>
  (
    await sql<{
      answer: TransferResult;
    }>`select send_to_member(${payer}, ${payee}, ${id}, ${amount}, ${now}) as answer`.execute(tx)
  ).rows[0]!.answer;

export const asks = async (tx: Tx, person: string): Promise<boolean> =>
  (await tx.selectFrom('transfer_setting').select('ask').where('person', '=', person).executeTakeFirst())?.ask ?? false;

export const setAsks = (tx: Tx, person: string, ask: boolean) =>
  tx
    .insertInto('transfer_setting')
    .values({ person, ask })
    .onConflict((conflict) => conflict.column('person').doUpdateSet({ ask }))
    .execute();

/** The last change to an account's means of logging in. */
export const changeOf = (tx: Tx, person: string) =>
  tx
    .selectFrom('person')
    .select(['security_change', 'security_changed_at', 'logged_in_again_at'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
