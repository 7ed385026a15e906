import { readPart, type SpecimenDocument, type SpecimenSide } from '@glasshouse/protocol/specimens/code';
import { t } from '../lib/words.tsx';
import { codeFor, lookAt, type Refusal } from '../specimens/codes.ts';

/** What was typed, and where the account says it is from. */
export type Details = { name: string; number: string; document: SpecimenDocument };

/** One side of a card that says what was typed, with a fresh code for this person. */
export async function makeSpecimen(
  { document, name, number }: Details,
  side: SpecimenSide,
  country: string,
): Promise<Blob> {
  // The code first: without a connection it is what says so.
  const { code } = await codeFor({ document, side });
  const { drawSpecimen } = await import('./draw.ts');
  const words = {
    title: t(`identity.card.${document}`),
    name: t('identity.card.name'),
    number: t('identity.number'),
    country: t('identity.card.country'),
    warning: t('identity.card.warning'),
    code: t('specimens.code'),
  };
  return drawSpecimen({ document, side, name, number, country, code, words });
}

/** Which side a picked file shows, or in what words it is not taken. */
export async function sideIn(
  file: File,
  document: SpecimenDocument,
  owner: { number: string },
): Promise<{ side: SpecimenSide } | { wrong: Refusal | 'otherDocument' }> {
  const seen = await lookAt(file, owner, { document, side: 'front' });
  if ('wrong' in seen) return seen;
  const said = readPart(seen.part);
  return said.document === document ? { side: said.side } : { wrong: 'otherDocument' };
}
