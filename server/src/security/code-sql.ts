import type { Tx } from '../platform/db.ts';

export type Purpose = 'register' | 'forget' | 'contact_old' | 'contact_new';
export type NewCode = {
  target: string;
  purpose: Purpose;
  salt: Buffer;
  code_hash: Buffer;
  long: boolean;
  expires_at: Date;
};

/** A new code takes the place of the old one, its tries included. */
export const putCode = (tx: Tx, code: NewCode) =>
  tx
    .insertInto('verification_code')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['target', 'purpose']).doUpdateSet({
        salt: code.salt,
        code_hash: code.code_hash,
        long: code.long,
        expires_at: code.expires_at,
        tries: 0,
      }),
    )
    .execute();

/** Spends one of the tries and gives what to compare with; nothing when none is left, of which a long code has no end. The row lock makes parallel guesses queue. */
export const spendTry = (tx: Tx, target: string, purpose: Purpose, tries: number, now: Date) =>
  tx
    .updateTable('verification_code')
    .set((now_) => ({ tries: now_('tries', '+', 1) }))
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where((where) => where.or([where('tries', '<', tries), where('long', '=', true)]))
    .where('expires_at', '>', now)
    .returning(['salt', 'code_hash', 'long'])
    .executeTakeFirst();

/** True for the one caller that uses the code up. */
export async function consumeCode(tx: Tx, target: string, purpose: Purpose, codeHash: Buffer): Promise<boolean> {
  const done = await tx
    .deleteFrom('verification_code')
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export const deleteExpiredCodes = (tx: Tx, now: Date) =>
  tx.deleteFrom('verification_code').where('expires_at', '<=', now).execute();
