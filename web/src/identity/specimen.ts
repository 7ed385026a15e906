import { readPart, type SpecimenDocument, type SpecimenSide } from '@glasshouse/protocol/specimens/code';
import { t } from '../lib/words.tsx';
import { codeFor, lookAt, type Refusal } from '../specimens/codes.ts';

/** The typed details, and the country of the account. */
export type Details = { name: string; number: string; document: SpecimenDocument };

/** One side of a card with the typed details and a fresh code for this user. */
export async function makeSpecimen(
  { document, name, number }: Details,
  side: SpecimenSide,
  country: string,
): Promise<Blob> {
  // Requested first, so that a lost connection is reported before anything is drawn.
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

/** Which side a picked file shows, or the message why it is refused. */
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
