import type { Tx } from '#platform/database/db.ts';

/**
 * The purpose of a code. For changing a contact, one code goes to the present contact (`change`, or `bind` for a first
 * contact, sent to the other one) and one to the new contact.
 */
export type Purpose = 'register' | 'forget' | 'trade_password' | `${'email' | 'phone'}_${'bind' | 'change' | 'new'}`;
/** Identifies a code: its contact, purpose and person; no person at a registration. */
export type CodeTarget = { target: string; purpose: Purpose; person: string | null };
export type NewCode = CodeTarget & {
  salt: Buffer;
  code_hash: Buffer;
  long: boolean;
  expires_at: Date;
};

/** A new code replaces the old one and its attempts; false if the person is deleted. */
export const putCode = async (tx: Tx, code: NewCode): Promise<boolean> => {
  const done = await tx
    .insertInto('verification_code')
    .values(code)
    .onConflict((conflict) =>
      conflict.constraint('verification_code_is_one').doUpdateSet({
        salt: code.salt,
        code_hash: code.code_hash,
        long: code.long,
        expires_at: code.expires_at,
        tries: 0,
      }),
    )
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
};

/**
 * Uses up one attempt and returns the hash to compare with; undefined if none is left. Long codes have unlimited
 * attempts. The row lock makes parallel guesses queue.
 */
export const spendTry = (tx: Tx, { target, purpose, person }: CodeTarget, tries: number, now: Date) =>
  tx
    .updateTable('verification_code')
    .set((now_) => ({ tries: now_('tries', '+', 1) }))
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('person', 'is not distinct from', person)
    .where((where) => where.or([where('tries', '<', tries), where('long', '=', true)]))
    .where('expires_at', '>', now)
    .returning(['salt', 'code_hash', 'long'])
    .executeTakeFirst();

/** True for the one caller that uses the code up. */
export async function consumeCode(tx: Tx, { target, purpose, person }: CodeTarget, codeHash: Buffer): Promise<boolean> {
  const done = await tx
    .deleteFrom('verification_code')
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('person', 'is not distinct from', person)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export const deleteExpiredCodes = (tx: Tx, now: Date) =>
  tx.deleteFrom('verification_code').where('expires_at', '<=', now).execute();
