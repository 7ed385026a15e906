import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { payeeMinutes } from '@glasshouse/protocol/transfers/calls';
import type { Installation } from '#people/factors/factors.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';

const [algorithm, ivLength, tagLength] = ['aes-256-gcm', 12, 16] as const;
type Payee = { payer: bigint; payee: bigint };

/**
 * Ties the payment to the payee that was confirmed: the token has the payee's number, for this payer, for some minutes.
 * It is encrypted, not only signed, because users should not learn the number of another account. A username that
 * changes hands in the meantime has no effect.
 */
export function createPayeeTokens(secrets: Installation['keys']) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'glasshouse confirmed payee', 32)));
  const bound = (payer: bigint) => Buffer.from(`payer ${payer}`);
  return {
    make({ payer, payee }: Payee, now: Date): string {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, keys[0]!, iv).setAAD(bound(payer));
      const text = `${payee} ${plus(now, minutes(payeeMinutes)).getTime()}`.padEnd(40);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** The payee that a token names for this payer, and until when; undefined unless we made it for them. */
    read(token: string, payer: bigint): { payee: bigint; until: Date } | undefined {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length <= ivLength + tagLength) return undefined;
      for (const key of keys)
        try {
          const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength });
          decipher.setAAD(bound(payer)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
          const text = Buffer.concat([
            decipher.update(bytes.subarray(ivLength + tagLength)),
            decipher.final(),
          ]).toString();
          const [payee, until] = text.trim().split(' ');
          return { payee: BigInt(payee!), until: new Date(Number(until)) };
        } catch {
          // Made with another key, or forged.
        }
      return undefined;
    },
  };
}
export type PayeeTokens = ReturnType<typeof createPayeeTokens>;
