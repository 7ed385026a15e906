import { readFileSync, writeSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { longestSide, maxPixels, type Pixels } from './picture.ts';

// A separate process for one picture. A stranger's bytes reach a decoder only here, where there is no key, no
// connection, and a limit on memory and time (see cleaning.ts). It reads the file from its input and answers with one
// line about the picture, then the clean picture.

// Less than half of the API's share of the processor when both are busy. With much less, pictures would time out on a
// busy machine.
setPriority(Math.min(19, getPriority() + 4));
// Only decoders for the format in the header; others are disabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad: false }) as const;

/** Upright, in sRGB with 8 bits, without transparency, and only pixels. */
const pixelsOf = async (file: Buffer): Promise<Pixels> => {
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'warning', sequentialRead: true });
  const { data, info } = await picture
    .autoOrient()
    .resize(within(longestSide))
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/**
 * The text of the code in the picture. A photo of a screen is easier to read when it is smaller, because its fine
 * pattern is gone.
 */
async function codeIn(pixels: Pixels): Promise<string | null> {
  for (const side of [longestSide, 1000, 600]) {
    const { data, info } = await sharp(pixels.data, { raw: { ...sizeOf(pixels), channels: 3 } })
      .resize(within(side))
      .raw()
      .toBuffer({ resolveWithObject: true });
    try {
      return decodeQR({ data, ...sizeOf(info) }, { format: 'RGB', effort: 4, timeLimit: 1000 });
    } catch {
      // No code was found at this size.
    }
  }
  return null;
}
const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height });

const pixels = await pixelsOf(readFileSync(0));
const code = await codeIn(pixels);
const webp = await sharp(pixels.data, { raw: { ...sizeOf(pixels), channels: 3 } })
  .webp({ quality: 85 })
  .toBuffer();
const peak = process.resourceUsage().maxRSS * 1024;
const answer = Buffer.concat([Buffer.from(`${JSON.stringify({ ...sizeOf(pixels), code, peak })}\n`), webp]);
for (let at = 0; at < answer.length; ) at += writeSync(1, answer, at);
