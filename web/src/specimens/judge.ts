import { readSpecimenCode, type SpecimenCode } from '@glasshouse/protocol/specimens/code';

export type Wrong = 'noCode' | 'another' | 'expired';

type Reader = {
  /** The short number of the current account. */
  number: string;
  now: number;
  /** Ed25519, base64url. */
  publicKey: string;
};

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

async function isSigned(signed: string, signature: string, publicKey: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(signed));
  } catch {
    // This browser lacks Ed25519. The server verifies the signature in any case.
    return true;
  }
}

/** The purpose of a code, or the problem with it. Runs the server's checks before anything is sent. */
export async function judgeCode(
  text: string | undefined,
  reader: Reader,
): Promise<{ part: SpecimenCode['part'] } | { wrong: Wrong }> {
  const code = text === undefined ? undefined : readSpecimenCode(text);
  if (!code || !(await isSigned(code.signed, code.signature, reader.publicKey))) return { wrong: 'noCode' };
  if (code.number !== reader.number) return { wrong: 'another' };
  if (code.expiresAt.getTime() <= reader.now) return { wrong: 'expired' };
  return { part: code.part };
}
