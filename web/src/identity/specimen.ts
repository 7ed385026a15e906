import type { makeSpecimenCode } from '@glasshouse/protocol/specimens/calls';
import { call } from '../lib/call.ts';
import { serverNow } from '../lib/server-clock.ts';
import { t } from '../lib/words.tsx';
import type { Side, SpecimenDocument, Wrong } from './judge.ts';

/** What was typed, and where the account says it is from. */
export type Details = { name: string; number: string; document: SpecimenDocument };
type Owner = { number: string; country: string };

const codeFor = (document: SpecimenDocument, side: Side) =>
  call<typeof makeSpecimenCode>('POST', '/index/user/specimenCode', { document, side });

/** One side of a card that says what was typed, with a fresh code for this person. */
export async function makeSpecimen({ document, name, number }: Details, side: Side, country: string): Promise<Blob> {
  const [{ drawSpecimen }, { code }] = await Promise.all([import('./draw.ts'), codeFor(document, side)]);
  const words = {
    title: t(`identity.card.${document}`),
    name: t('identity.card.name'),
    number: t('identity.number'),
    country: t('identity.card.country'),
    warning: t('identity.card.warning'),
    code: t('identity.card.code'),
  };
  return drawSpecimen({ document, side, name, number, country, code, words });
}

export type Refusal = Wrong | 'notPicture' | 'tooLarge';
const mostBytes = 8 * 1024 * 1024;

/** Which side a picked file shows, or why it is not taken. Nothing of the file leaves the device here. */
export async function lookAt(
  file: File,
  document: SpecimenDocument,
  { number }: Owner,
): Promise<{ side: Side } | { wrong: Refusal }> {
  if (file.size > mostBytes) return { wrong: 'tooLarge' };
  const [{ codeIn }, { judgeCode }] = await Promise.all([import('./read-code.ts'), import('./judge.ts')]);
  let text: string | undefined;
  try {
    text = await codeIn(file);
  } catch {
    return { wrong: 'notPicture' };
  }
  if (text === undefined) return { wrong: 'noCode' };
  // Its key is told with any code.
  const { publicKey } = await codeFor(document, 'front');
  return judgeCode(text, { number, document, now: serverNow(), publicKey });
}
