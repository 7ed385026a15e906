import type { makeSpecimenCode } from '@glasshouse/protocol/specimens/calls';
import type { SpecimenPart } from '@glasshouse/protocol/specimens/code';
import { call } from '../lib/call.ts';
import { serverNow } from '../lib/server-clock.ts';
import type { Wrong } from './judge.ts';

type CodeRequest = Parameters<typeof call<typeof makeSpecimenCode>>[2];

/** Requests a fresh code for this user. */
export const codeFor = (request: CodeRequest) =>
  call<typeof makeSpecimenCode>('POST', '/index/user/specimenCode', request);

export type Refusal = Wrong | 'notPicture' | 'tooLarge';
const maxBytes = 8 * 1024 * 1024;

/** The specimen part that a picked file shows, or why it is refused. The file doesn't leave the device here. */
export async function lookAt(
  file: File,
  { number }: { number: string },
  like: CodeRequest,
): Promise<{ part: SpecimenPart } | { wrong: Refusal }> {
  if (file.size > maxBytes) return { wrong: 'tooLarge' };
  const [{ codeIn }, { judgeCode }] = await Promise.all([import('./read-code.ts'), import('./judge.ts')]);
  let text: string | undefined;
  try {
    text = await codeIn(file);
  } catch {
    return { wrong: 'notPicture' };
  }
  if (text === undefined) return { wrong: 'noCode' };
  // Every code response contains the public key.
  const { publicKey } = await codeFor(like);
  return judgeCode(text, { number, now: serverNow(), publicKey });
}
