import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

// Malicious files, generated when they are needed, so that none is in the repository.

const numbered = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (name: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([numbered(data.length), named, numbered(crc32(named))]);
};
const pngBegins = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Eight bits of gray per pixel. */
const header = (width: number, height: number) =>
  chunk('IHDR', Buffer.concat([numbered(width), numbered(height), Buffer.from([8, 0, 0, 0, 0])]));
const png = (...chunks: Buffer[]) => Buffer.concat([pngBegins, ...chunks, chunk('IEND', Buffer.alloc(0))]);

/** A complete and valid PNG of one color, of any size: a thousandth of its pixels in bytes, or less. */
export const plainPng = (width: number, height: number) => {
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  return png(header(width, height), chunk('IDAT', pixels));
};
/** States a large size, with almost no data. */
export const boastingPng = () => png(header(50_000, 50_000), chunk('IDAT', deflateSync(Buffer.alloc(100))));
/** States a small size, but its data never ends: it unpacks to a thousand times of what was sent. */
export const bottomlessPng = () =>
  png(header(10, 10), chunk('IDAT', deflateSync(Buffer.alloc(300_000_000), { level: 9 })));
/** In addition to its pixels, it has a text that unpacks to hundreds of megabytes. */
export const textBombPng = () => {
  const text = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(300_000_000), { level: 9 }),
  ]);
  return png(header(10, 10), chunk('zTXt', text), chunk('IDAT', deflateSync(Buffer.alloc(110))));
};
/** As many empty chunks as fit. */
export const crumbledPng = () => {
  const crumb = chunk('teXt', Buffer.alloc(0));
  return png(header(10, 10), Buffer.concat(Array.from({ length: 600_000 }, () => crumb)));
};
export const movingPng = (frame: Buffer) => {
  const afterHeader = 8 + 25;
  const control = chunk('acTL', Buffer.concat([numbered(2), numbered(0)]));
  return Buffer.concat([frame.subarray(0, afterHeader), control, frame.subarray(afterHeader)]);
};
export const zipBomb = () => {
  const packed = deflateSync(Buffer.alloc(200_000_000), { level: 9 });
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(200_000_000, 22);
  return Buffer.concat([local, packed]);
};
export const svg = (inside = '') =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><text>&x;${inside}</text></svg>`,
  );
export const html = () => Buffer.from('<!doctype html><script>alert(document.cookie)</script>');

const frames = { raw: { width: 20, height: 20, channels: 3, pageHeight: 10 } } as const;
export const movingWebp = () =>
  sharp(randomBytes(1200), frames)
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
export const movingGif = () =>
  sharp(randomBytes(1200), frames)
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();

/** The same picture in forms that must be accepted and cleaned. */
export const unusual = {
  'a JPEG with the place where it was taken': (picture: Buffer) =>
    sharp(picture)
      .withExif({
        IFD0: { Make: 'SecretCamera', Artist: 'Ann Secret' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 31/1 12/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 18/1',
        },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>SecretPlace</place></x:xmpmeta>')
      .jpeg({ quality: 90 })
      .toBuffer(),
  'a PNG of 16 bits': (picture: Buffer) => sharp(picture).toColourspace('rgb16').png().toBuffer(),
  'a JPEG in CMYK': (picture: Buffer) => sharp(picture).toColourspace('cmyk').jpeg({ quality: 92 }).toBuffer(),
  'a PNG that one can see through': (picture: Buffer) => sharp(picture).ensureAlpha(0.9).png().toBuffer(),
  'a progressive JPEG': (picture: Buffer) => sharp(picture).jpeg({ progressive: true }).toBuffer(),
  'a WebP': (picture: Buffer) => sharp(picture).webp({ lossless: true }).toBuffer(),
  'one that stands on its head': (picture: Buffer) => sharp(picture).withMetadata({ orientation: 3 }).jpeg().toBuffer(),
} satisfies Record<string, (picture: Buffer) => Promise<Buffer>>;

/** A camera's picture of a wall: no edge, no code, much noise. */
export const photoLike = () =>
  sharp(randomBytes(1500 * 1100 * 3), { raw: { width: 1500, height: 1100, channels: 3 } })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer();
/** The maximum number of pixels, in the form that takes the most memory to decode. */
export const largestWebp = () =>
  sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .resize(4898, 4898)
    .webp({ quality: 50, effort: 0 })
    .toBuffer();
export const largestJpeg = () =>
  sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .resize(4898, 4898)
    .jpeg({ quality: 60, progressive: true })
    .toBuffer();
