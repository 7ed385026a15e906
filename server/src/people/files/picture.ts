import { err, ok, type Result } from '#platform/http/result.ts';

/** Decoded: three bytes per pixel. */
export type Pixels = { data: Buffer; width: number; height: number };

export const maxPixels = 24_000_000;
const maxSide = 8192;
/** The longest side of a stored picture. */
export const longestSide = 2000;
/** Legitimate files have dozens of parts; a million would only cost time. */
const maxParts = 10_000;

type Size = { width: number; height: number };
type Unfit = 'file_type' | 'file_not_readable' | 'file_too_large';
type Read = Result<Size, Unfit>;

/**
 * The size that a picture states, read from its first bytes before any decoder sees it. The content decides the format,
 * never the name. Animations are refused, and so are files with data after their end, which other programs may read as
 * another format.
 */
export function sizeOf(file: Buffer): Read {
  const read = kinds.find(({ begins }) => begins(file))?.read(file) ?? err('file_type');
  if (!read.ok) return read;
  const { width, height } = read.value;
  if (width === 0 || height === 0) return err('file_not_readable');
  const tooLarge = width > maxSide || height > maxSide || width * height > maxPixels;
  return tooLarge ? err('file_too_large') : read;
}

const pngBegins = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const textAt = (file: Buffer, at: number, length = 4) => file.toString('latin1', at, at + length);
const kinds: { begins: (file: Buffer) => boolean; read: (file: Buffer) => Read }[] = [
  { begins: (file) => file.subarray(0, 8).equals(pngBegins), read: readPng },
  { begins: (file) => textAt(file, 0, 3) === '\xff\xd8\xff', read: readJpeg },
  { begins: (file) => textAt(file, 0) === 'RIFF' && textAt(file, 8) === 'WEBP', read: readWebp },
];

function readPng(file: Buffer): Read {
  if (file.length < 33 || textAt(file, 12) !== 'IHDR') return err('file_not_readable');
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  let at = 8;
  for (let parts = 0; parts < maxParts && at + 12 <= file.length; parts++) {
    const name = textAt(file, at + 4);
    at += 12 + file.readUInt32BE(at);
    if (name === 'acTL') return err('file_type');
    if (name === 'IEND')
      return at === file.length ? ok(size) : err(at < file.length ? 'file_type' : 'file_not_readable');
  }
  return err('file_not_readable');
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const jpegEnds = Buffer.from([0xff, 0xd9]);

function readJpeg(file: Buffer): Read {
  let size = { width: 0, height: 0 };
  let at = 2;
  for (let parts = 0; parts < maxParts && at + 4 <= file.length; parts++) {
    if (file[at] !== 0xff) return err('file_not_readable');
    const marker = file[at + 1]!;
    const length = file.readUInt16BE(at + 2);
    if (marker === 0xff) at += 1;
    else if (marker === 0xda) return withItsEnd(file, at, size);
    else {
      if (isFrame(marker) && at + 9 <= file.length)
        size = larger(size, { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) });
      at += 2 + length;
    }
  }
  return err('file_not_readable');
}
function withItsEnd(file: Buffer, from: number, size: Size): Read {
  const end = file.lastIndexOf(jpegEnds);
  if (end < from) return err('file_not_readable');
  return end + 2 === file.length ? ok(size) : err('file_type');
}

// A picture may state its size twice; a decoder might use either.
const larger = (a: Size, b: Size): Size => ({
  width: Math.max(a.width, b.width),
  height: Math.max(a.height, b.height),
});

function readWebp(file: Buffer): Read {
  if (file.length < 30) return err('file_not_readable');
  const end = 8 + file.readUInt32LE(4);
  if (end !== file.length) return err(end < file.length ? 'file_type' : 'file_not_readable');
  let size = { width: 0, height: 0 };
  let at = 12;
  for (let parts = 0; parts < maxParts && at + 8 <= file.length; parts++) {
    const name = textAt(file, at);
    const length = file.readUInt32LE(at + 4);
    if (name === 'ANIM' || name === 'ANMF') return err('file_type');
    if (name === 'VP8X' && ((file[at + 8] ?? 0) & 2) !== 0) return err('file_type');
    const stated = at + 18 <= file.length ? webpSizes[name]?.(file, at + 8) : undefined;
    if (stated) size = larger(size, stated);
    at += 8 + length + (length % 2);
  }
  return at === file.length ? ok(size) : err('file_not_readable');
}
const webpSizes: Record<string, (file: Buffer, at: number) => Size> = {
  VP8X: (file, at) => ({ width: file.readUIntLE(at + 4, 3) + 1, height: file.readUIntLE(at + 7, 3) + 1 }),
  'VP8 ': (file, at) => ({ width: file.readUInt16LE(at + 6) & 0x3fff, height: file.readUInt16LE(at + 8) & 0x3fff }),
  VP8L: (file, at) => {
    const bits = file.readUInt32LE(at + 1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
};

/** The size of a WebP with one picture and nothing else, as ours are; undefined for any other data. */
export function plainWebpSize(file: Buffer): Size | undefined {
  const read = textAt(file, 0) === 'RIFF' && textAt(file, 8, 8) === 'WEBPVP8 ' ? readWebp(file) : undefined;
  if (!read?.ok || textAt(file, 23, 3) !== '\x9d\x01\x2a') return undefined;
  const length = file.readUInt32LE(16);
  return 20 + length + (length % 2) === file.length ? read.value : undefined;
}
