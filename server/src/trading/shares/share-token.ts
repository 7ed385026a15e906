import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Installation } from '#people/factors/factors.ts';

const [idLength, sealLength] = [16, 16];

/**
 * Creates the tokens that open shares: the share's id and a 128-bit seal that only this installation can compute. So a
 * guess is rejected without a database query, a copy of the table opens nothing, and the owner can see the link again
 * on any device.
 */
export function createShareTokens(secrets: Installation['keys']) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'glasshouse shared receipt', 32)));
  const madeBy = (key: Buffer, id: string): string => {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    const seal = createHmac('sha256', key).update(bytes).digest().subarray(0, sealLength);
    return Buffer.concat([bytes, seal]).toString('base64url');
  };
  return {
    make: (id: string) => madeBy(keys[0]!, id),
    /** The share that a token names, or undefined unless every character of the token is ours. */
    read(token: string): string | undefined {
      const hex = Buffer.from(token, 'base64url').toString('hex', 0, idLength);
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      const given = Buffer.from(token);
      const isOurs = keys.some((key) => {
        const made = Buffer.from(madeBy(key, id));
        return given.length === made.length && timingSafeEqual(given, made);
      });
      return isOurs ? id : undefined;
    },
  };
}
export type ShareTokens = ReturnType<typeof createShareTokens>;
