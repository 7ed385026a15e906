import decodeQR from 'qr/decode.js';

// A photo of a screen is easier to read when scaled down, because its fine pattern disappears.
const sides = [1600, 1000, 600];
const timeLimitMs = 400;

/** The text of the code in a picture; `undefined` if there is none. Throws if the file isn't a picture. */
export async function codeIn(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file);
  try {
    for (const side of sides) {
      const found = decoded(pixelsOf(picture, side));
      if (found !== undefined) return found;
    }
    return undefined;
  } finally {
    picture.close();
  }
}

function pixelsOf(picture: ImageBitmap, longest: number): ImageData {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height);
}

function decoded({ data, width, height }: ImageData): string | undefined {
  try {
    return decodeQR({ data, width, height }, { format: 'RGBA', effort: 4, timeLimit: timeLimitMs });
  } catch {
    return undefined;
  }
}
