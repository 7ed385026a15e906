import { z } from 'zod';
import { type Network, networks } from '../movements/addresses.ts';

export const specimenDocuments = ['id', 'licence'] as const;
export const specimenSides = ['front', 'back'] as const;
export type SpecimenDocument = (typeof specimenDocuments)[number];
export type SpecimenSide = (typeof specimenSides)[number];

const lower = (network: Network) => network.toLowerCase() as Lowercase<Network>;

const sidePart = z.templateLiteral([z.enum(specimenDocuments), '-', z.enum(specimenSides)]);
const receiptPart = z.templateLiteral([
  'receipt-',
  z.enum(networks.map(lower)),
  '-',
  z.string().regex(/^[1-9]\d{0,14}$/),
]);
/**
 * The scope of a code, and of a picture with that code: one side of one document, or the receipt of one amount over one
 * network. A receipt for 100 is therefore not valid for 10,000.
 */
const specimenPart = z.union([sidePart, receiptPart]);
export type SpecimenPart = z.output<typeof specimenPart>;

/** The receipt of an amount in minor units of USDT. */
export const receiptOf = (network: Network, amount: bigint): SpecimenPart => `receipt-${lower(network)}-${amount}`;

type PartFields =
  | { document: SpecimenDocument; side: SpecimenSide }
  | { document: 'receipt'; network: Network; amount: bigint };
export function readPart(part: SpecimenPart): PartFields {
  const [document, second, amount] = part.split('-') as [string, string, string | undefined];
  if (amount === undefined) return { document: document as SpecimenDocument, side: second as SpecimenSide };
  return { document: 'receipt', network: second.toUpperCase() as Network, amount: BigInt(amount) };
}

/** How long a code is valid. The picture it is drawn into must be uploaded within this time. */
export const codeMinutes = 60;

/** The content of a code. `signed` is the signed text. */
export type SpecimenCode = {
  number: string;
  part: SpecimenPart;
  expiresAt: Date;
  signed: string;
  signature: string;
};
type ToSign = { number: bigint; part: SpecimenPart; expiresAt: Date; nonce: string };

/** The text that is signed: `GH1.<number>.<part>.<expiry in seconds>.<nonce>`. The code is this, a dot, and the signature in base64url. */
export const textToSign = ({ number, part, expiresAt, nonce }: ToSign): string =>
  ['GH1', number, part, Math.floor(expiresAt.getTime() / 1000), nonce].join('.');

const form = /^(GH1\.([1-9]\d{0,17})\.([a-z0-9-]{1,40})\.(\d{1,11})\.[\w-]{16})\.([\w-]{86})$/;

/** Parses a code without checking its signature. */
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
