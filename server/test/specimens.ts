import type { Envelope } from '@glasshouse/protocol/endpoint';
import { type uploadFile as call, uploadFile } from '@glasshouse/protocol/files/calls';
import { makeSpecimenCode } from '@glasshouse/protocol/specimens/calls';
import encodeQR from 'qr';
import sharp from 'sharp';
import type { z } from 'zod';
import type { Browser } from './world.ts';

/** A card with a code, as the app draws it; with text lines if it will be read. */
export async function drawSpecimen(
  code: string,
  { width = 1200, lines = [] }: { width?: number; lines?: readonly string[] } = {},
): Promise<Buffer> {
  const height = Math.round(width * 0.63);
  const side = Math.round(width * 0.3);
  const drawn = encodeQR(code, 'svg', { ecc: 'medium', border: 4 });
  const qr = await sharp(Buffer.from(drawn)).resize(side, side, { kernel: 'nearest' }).png().toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#dde8f0' } })
    .composite([{ input: qr, left: width - side - 40, top: height - side - 40 }, ...written(lines, width, height)])
    .png()
    .toBuffer();
}

const written = (lines: readonly string[], width: number, height: number) => {
  const texts = lines.map((line, i) => `<text x="60" y="${120 + i * 90}">${line}</text>`).join('');
  const style = 'font-family="sans-serif" font-size="56" fill="#1b3a4b"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${style}>${texts}</svg>`;
  return lines.length > 0 ? [{ input: Buffer.from(svg), left: 0, top: 0 }] : [];
};

type Uploader = Pick<Browser, 'raw' | 'call'>;
type CodeRequest = z.input<(typeof makeSpecimenCode)['input']>;
/** A card of this person, with a currently valid code. */
export const specimenOf = async (
  person: Uploader,
  asked: CodeRequest = { document: 'id', side: 'front' },
): Promise<Buffer> => drawSpecimen((await person.call(makeSpecimenCode, asked)).data.code);

const boundary = '----a-browser';
/** A form as a browser sends it. */
export const formOf = (file: Buffer, field = 'file', name = 'front.png', more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n${more}--${boundary}--\r\n`),
  ]);
export const formType = `multipart/form-data; boundary=${boundary}`;

type Answer = Envelope & { data: z.output<(typeof call)['output']> & { reason?: string } };
/** Uploads any form. */
export const sendForm = async (person: Uploader, form: Buffer): Promise<Answer> =>
  (await person.raw(uploadFile, form, { 'content-type': formType })).json();
export const upload = (person: Uploader, file: Buffer): Promise<Answer> => sendForm(person, formOf(file));
