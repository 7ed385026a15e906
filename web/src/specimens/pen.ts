import encodeQR from 'qr';

export type Pen = CanvasRenderingContext2D;
export const ink = '#0c1316';
const quiet = '#5a676e';

// With four pixels per unit, a module of the code is at least five pixels wide.
const scale = 4;

/** A PNG of this many units. */
export function drawn(width: number, height: number, draw: (pen: Pen) => void): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d')!;
  pen.scale(scale, scale);
  draw(pen);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  );
}

/** The same word in every specimen, so that reviewers of any language recognize it. */
export function stamp(pen: Pen, tint: string, { x, y, size = 1 }: { x: number; y: number; size?: number }): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size, size);
  pen.rotate((-19 * Math.PI) / 180);
  pen.globalAlpha = 0.6;
  pen.strokeStyle = tint;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.roundRect(-94, -21, 188, 42, 8);
  pen.stroke();
  pen.textAlign = 'center';
  pen.letterSpacing = '4px';
  write(pen, 'SPECIMEN', { x: 2, y: 10, size: 27, weight: 700, color: tint, width: 178 });
  pen.restore();
}

type Box = { x: number; y: number; size: number };
/** Drawn last and on white, so that nothing crosses it; every module is a whole number of pixels. */
export function code(pen: Pen, text: string, label: string, { x, y, size }: Box): void {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const module = Math.floor((size * scale) / rows.length);
  pen.save();
  pen.setTransform(1, 0, 0, 1, x * scale, y * scale);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, module * rows.length, module * rows.length);
  pen.fillStyle = '#000';
  rows.forEach((row, down) => {
    row.forEach((dark, right) => {
      if (dark) pen.fillRect(right * module, down * module, module, module);
    });
  });
  pen.restore();
  write(pen, label, { x, y: y + size + 10, size: 7.5, width: size });
}

export function round(pen: Pen, x: number, y: number, wide: number, high: number, radius: number): void {
  pen.beginPath();
  pen.roundRect(x, y, wide, high, radius);
  pen.fill();
}

type Written = {
  x: number;
  y: number;
  size: number;
  width: number;
  weight?: number;
  color?: string;
  family?: string;
};

/** One line of text, scaled down if it doesn't fit. */
export function write(
  pen: Pen,
  text: string,
  { x, y, size, width: most, weight = 400, color = quiet, family }: Written,
): void {
  const face = family ?? getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} ${size}px ${face}`;
  const fits = Math.min(1, most / pen.measureText(text).width);
  pen.font = `${weight} ${size * fits}px ${face}`;
  pen.fillStyle = color;
  pen.fillText(text, x, y);
}
