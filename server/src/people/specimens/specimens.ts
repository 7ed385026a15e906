import { createPublicKey, randomBytes, verify } from 'node:crypto';
import type { Input } from '@glasshouse/protocol/endpoint';
import * as protocol from '@glasshouse/protocol/specimens/calls';
import {
  codeMinutes,
  readSpecimenCode,
  receiptOf,
  type SpecimenPart,
  textToSign,
} from '@glasshouse/protocol/specimens/code';
import { type Route, serve } from '#platform/http/http.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { minutes, plus } from '#platform/runtime/clock.ts';
import type { Signer } from '#platform/security/signer.ts';

type CodeRequest = Input<typeof protocol.makeSpecimenCode>;
const partOf = (asked: CodeRequest): SpecimenPart =>
  asked.document === 'receipt' ? receiptOf(asked.network, asked.amount) : `${asked.document}-${asked.side}`;

/** A code for one side of one document of this person, or for one receipt. */
export function makeCode(
  signer: Signer,
  now: Date,
  number: bigint,
  asked: CodeRequest,
): { code: string; expiresAt: string; publicKey: string } {
  const expiresAt = plus(now, minutes(codeMinutes));
  const nonce = randomBytes(12).toString('base64url');
  const text = textToSign({ number, part: partOf(asked), expiresAt, nonce });
  return {
    code: `${text}.${signer.sign(Buffer.from(text)).toString('base64url')}`,
    expiresAt: expiresAt.toISOString(),
    publicKey: signer.publicKey.toString('base64url'),
  };
}

type Wrong = 'file_without_code' | 'file_code_of_another' | 'file_code_expired';

/**
 * Checks the code in a picture: it must be signed by us, for this person, and not too old. Any other text counts as no
 * code.
 */
export function createSpecimenCheck(signer: Signer) {
  const x = signer.publicKey.toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return (code: string | null, number: bigint, now: Date): Result<{ part: SpecimenPart }, Wrong> => {
    const read = code === null ? undefined : readSpecimenCode(code);
    const signature = Buffer.from(read?.signature ?? '', 'base64url');
    if (!read || !verify(null, Buffer.from(read.signed), key, signature)) return err('file_without_code');
    if (read.number !== String(number)) return err('file_code_of_another');
    return read.expiresAt <= now ? err('file_code_expired') : ok({ part: read.part });
  };
}

export const routesWith = (signer: Signer): Route[] => [
  serve(protocol.makeSpecimenCode, async ({ now, user }, input) => ok(makeCode(signer, now, user.number, input))),
];
