import { z } from 'zod';

export const specimenDocuments = ['id', 'licence'] as const;
export const specimenSides = ['front', 'back'] as const;
/** One side of one document: what a code is for, and what a picture with that code may be used as. */
export const specimenPart = z.templateLiteral([z.enum(specimenDocuments), '-', z.enum(specimenSides)]);
export type SpecimenPart = z.output<typeof specimenPart>;

/** For how long a code is good, from its making to the upload of the picture it is drawn into. */
export const codeMinutes = 60;

/** What a code says. `signed` is the text under the signature. */
export type SpecimenCode = {
  number: string;
  part: SpecimenPart;
  expiresAt: Date;
  signed: string;
  signature: string;
};
type Said = { number: bigint; part: SpecimenPart; expiresAt: Date; nonce: string };

/** The text that is signed: `GH1.<number>.<part>.<expiry in seconds>.<nonce>`. The code is this, a dot, and the signature in base64url. */
export const textToSign = ({ number, part, expiresAt, nonce }: Said): string =>
  ['GH1', number, part, Math.floor(expiresAt.getTime() / 1000), nonce].join('.');

const form = /^(GH1\.([1-9]\d{0,17})\.([a-z-]{1,20})\.(\d{1,11})\.[\w-]{16})\.([\w-]{86})$/;

/** Takes a code apart, whoever signed it. */
export function readSpecimenCode(text: string): SpecimenCode | undefined {
  const [, signed, number, part, expiry, signature] = form.exec(text) ?? [];
  const known = specimenPart.safeParse(part);
  if (!known.success) return undefined;
  return {
    number: number!,
    part: known.data,
    expiresAt: new Date(Number(expiry) * 1000),
    signed: signed!,
    signature: signature!,
  };
}
