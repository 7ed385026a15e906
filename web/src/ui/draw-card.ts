import encodeQR from 'qr';

/** The text of the card. The stamp is the same on every card. */
export type Card = {
  title: string;
  headline: readonly [string, string];
  label: string;
  code: string;
  link: string;
  note: string;
  stamp: string;
};

type Pen = CanvasRenderingContext2D;
const [width, height, scale] = [400, 300, 3];
const font = '"Inter Variable", Inter, system-ui, sans-serif';
const [ground, paper, quiet, brand] = ['#0d1c24', '#f3f8fa', '#a9bac2', '#8fd0ea'];

/** The card as a PNG to send, marked as simulated in its pixels, with a QR code. */
export function drawCard(card: Card): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d')!;
  pen.scale(scale, scale);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  write(pen, card.title, { x: 24, y: 42, size: 17, weight: 600, color: paper, room: 220 });
  write(pen, card.headline[0], { x: 24, y: 86, size: 24, weight: 600, color: paper, room: 352 });
  write(pen, card.headline[1], { x: 24, y: 116, size: 24, weight: 600, color: paper, room: 352 });
  stamp(pen, card.stamp);
  code(pen, card.link);
  write(pen, card.label, { x: 176, y: 166, size: 13, color: quiet, room: 200 });
  write(pen, card.code, { x: 176, y: 196, size: 24, weight: 600, color: paper, room: 200 });
  lines(pen, card.note, 200).forEach((line, i) => {
    write(pen, line, { x: 176, y: 222 + i * 18, size: 13, color: quiet, room: 200 });
  });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  );
}

type Line = { x: number; y: number; size: number; color: string; room: number; weight?: number };
function write(pen: Pen, text: string, { x, y, size, color, room, weight = 400 }: Line): void {
  pen.font = `${weight} ${size}px ${font}`;
  pen.fillStyle = color;
  pen.fillText(text, x, y, room);
}

/** At most three lines. Languages without spaces break anywhere. */
function lines(pen: Pen, text: string, room: number): string[] {
  pen.font = `400 13px ${font}`;
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text];
  const found = [''];
  for (const part of parts) {
    if (pen.measureText(found.at(-1)! + part.trimEnd()).width > room && found.length < 3) found.push(part);
    else found[found.length - 1] += part;
  }
  return found;
}

function stamp(pen: Pen, text: string): void {
  pen.save();
  pen.translate(318, 40);
  pen.rotate(-0.12);
  pen.font = `600 13px ${font}`;
  const room = Math.min(pen.measureText(text).width, 110);
  pen.strokeStyle = brand;
  pen.lineWidth = 2;
  pen.strokeRect(-room / 2 - 8, -14, room + 16, 24);
  pen.textAlign = 'center';
  pen.fillStyle = brand;
  pen.fillText(text, 0, 3, 110);
  pen.restore();
}

/** Always dark on light, with the quiet zone that scanners need. */
function code(pen: Pen, link: string): void {
  const rows = encodeQR(link, 'raw', { border: 2 });
  const [x, y, side] = [24, 144, 132];
  pen.fillStyle = '#ffffff';
  pen.fillRect(x, y, side, side);
  pen.fillStyle = '#0c1316';
  const unit = side / rows.length;
  rows.forEach((row, down) => {
    row.forEach((dark, across) => {
      if (dark) pen.fillRect(x + across * unit, y + down * unit, unit + 0.1, unit + 0.1);
    });
  });
}
