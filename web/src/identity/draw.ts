import encodeQR from 'qr';
import type { Side, SpecimenDocument } from './judge.ts';

/** What is written on a card. The words come in the reader's language; the stamp is the same everywhere. */
export type Face = {
  document: SpecimenDocument;
  side: Side;
  name: string;
  number: string;
  country: string;
  code: string;
  words: { title: string; name: string; number: string; country: string; warning: string; code: string };
};

type Pen = CanvasRenderingContext2D;

// Drawn on a grid of 320 by 200, as a bank card is shaped; four pixels to a unit leave six to a module of the code.
const scale = 4;
const [width, height] = [320, 200];
const ink = '#0c1316';
const quiet = '#5a676e';
const tints: Record<SpecimenDocument, string> = { id: '#00607f', licence: '#6a4384' };
const codeBox = { x: 218, y: 60, size: 88 };

/** One side of a specimen as a PNG, with its code and the stamp in its pixels. */
export async function drawSpecimen(face: Face): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d')!;
  pen.scale(scale, scale);
  const tint = tints[face.document];
  paper(pen, tint);
  if (face.side === 'front') front(pen, face);
  else back(pen, face);
  stamp(pen, tint);
  code(pen, face);
  write(pen, face.words.warning, { x: 18, y: 188, size: 9, width: 284 });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture was made'))), 'image/png'),
  );
}

function paper(pen: Pen, tint: string): void {
  pen.fillStyle = '#f7fafb';
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = tint;
  pen.globalAlpha = 0.16;
  for (let x = -20; x <= width; x += 42) {
    pen.beginPath();
    pen.moveTo(x, height);
    pen.bezierCurveTo(x + 40, 150, x + 10, 100, x + 60, 44);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function front(pen: Pen, { words, name, number, country }: Face): void {
  write(pen, words.title, { x: 18, y: 29, size: 14, weight: 700, colour: ink, width: 284 });
  pen.fillStyle = '#dde5e9';
  pen.fillRect(0, 43, width, 1);
  pen.fillStyle = '#e1e7ea';
  round(pen, 18, 60, 68, 88, 8);
  pen.fillStyle = '#9aa9b1';
  pen.beginPath();
  pen.arc(52, 92, 16, 0, 2 * Math.PI);
  pen.fill();
  pen.beginPath();
  pen.moveTo(25, 148);
  pen.bezierCurveTo(28, 126, 38, 116, 52, 116);
  pen.bezierCurveTo(66, 116, 76, 126, 79, 148);
  pen.fill();
  const facts = [
    [words.name, name],
    [words.country, country],
    [words.number, number],
  ] as const;
  facts.forEach(([label, value], i) => {
    const y = 68 + i * 32;
    write(pen, label, { x: 98, y, size: 8.5, width: 112 });
    const lines = inLines(value);
    lines.forEach((line, at) => {
      const place = { x: 98, y: y + (lines.length > 1 ? 9.5 + at * 9 : 14), size: lines.length > 1 ? 9 : 12 };
      write(pen, line, { ...place, weight: 600, colour: ink, width: 112 });
    });
  });
}

/** A long text in two lines, parted between words where it can be. */
function inLines(text: string): string[] {
  const letters = [...text];
  if (letters.length <= 24) return [text];
  const middle = Math.ceil(letters.length / 2);
  const space = letters.slice(0, middle + 6).lastIndexOf(' ');
  const at = space > 6 ? space : middle;
  return [letters.slice(0, at).join(''), letters.slice(at).join('').trim()];
}

function back(pen: Pen, { name, number }: Face): void {
  pen.fillStyle = '#d3dbdf';
  pen.fillRect(0, 20, width, 30);
  pen.fillStyle = '#e1e7ea';
  for (const [y, wide] of [
    [70, 180],
    [90, 140],
    [110, 160],
  ] as const)
    round(pen, 18, y, wide, 10, 5);
  const machine = (text: string) => text.toUpperCase().replaceAll(/\s+/g, '<');
  const mono = { x: 18, size: 11, family: 'monospace', colour: ink, width: 192 };
  write(pen, `SPEC<<${machine(name)}<<`, { ...mono, y: 156 });
  write(pen, `${machine(number)}<<0000`, { ...mono, y: 171 });
}

/** The word itself, in every card alike, so that a reviewer of any language knows it. */
function stamp(pen: Pen, tint: string): void {
  pen.save();
  pen.translate(116, 108);
  pen.rotate((-19 * Math.PI) / 180);
  pen.globalAlpha = 0.6;
  pen.strokeStyle = tint;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.roundRect(-94, -21, 188, 42, 8);
  pen.stroke();
  pen.textAlign = 'center';
  pen.letterSpacing = '4px';
  write(pen, 'SPECIMEN', { x: 2, y: 10, size: 27, weight: 700, colour: tint, width: 178 });
  pen.restore();
}

/** Last, on white, so that nothing crosses it; every module a whole number of pixels. */
function code(pen: Pen, { code: text, words }: Face): void {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const module = Math.floor((codeBox.size * scale) / rows.length);
  pen.save();
  pen.setTransform(1, 0, 0, 1, codeBox.x * scale, codeBox.y * scale);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, module * rows.length, module * rows.length);
  pen.fillStyle = '#000';
  rows.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) pen.fillRect(x * module, y * module, module, module);
    });
  });
  pen.restore();
  write(pen, words.code, { x: codeBox.x, y: codeBox.y + codeBox.size + 10, size: 7.5, width: codeBox.size });
}

function round(pen: Pen, x: number, y: number, wide: number, high: number, radius: number): void {
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
  colour?: string;
  family?: string;
};

/** One line, smaller where it would not fit. */
function write(pen: Pen, text: string, { x, y, size, width: most, weight = 400, colour = quiet, family }: Written) {
  const face = family ?? getComputedStyle(document.body).fontFamily;
  pen.font = `${weight} ${size}px ${face}`;
  const fits = Math.min(1, most / pen.measureText(text).width);
  pen.font = `${weight} ${size * fits}px ${face}`;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
