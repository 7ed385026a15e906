import type { SpecimenDocument, SpecimenSide } from '@glasshouse/protocol/specimens/code';
import { code, drawn, ink, type Pen, round, stamp, write } from '../specimens/pen.ts';

/** The text on a card, in the user's language. The stamp is the same everywhere. */
export type Face = {
  document: SpecimenDocument;
  side: SpecimenSide;
  name: string;
  number: string;
  country: string;
  code: string;
  words: { title: string; name: string; number: string; country: string; warning: string; code: string };
};

// A grid of 320 by 200, the shape of a bank card.
const [width, height] = [320, 200];
const tints: Record<SpecimenDocument, string> = { id: '#00607f', licence: '#6a4384' };
const codeBox = { x: 218, y: 60, size: 88 };

/** One side of a specimen as a PNG, with its code and the stamp in its pixels. */
export const drawSpecimen = (face: Face): Promise<Blob> =>
  drawn(width, height, (pen) => {
    const tint = tints[face.document];
    paper(pen, tint);
    if (face.side === 'front') front(pen, face);
    else back(pen, face);
    stamp(pen, tint, { x: 116, y: 108 });
    code(pen, face.code, face.words.code, codeBox);
    write(pen, face.words.warning, { x: 18, y: 188, size: 9, width: 284 });
  });

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
  write(pen, words.title, { x: 18, y: 29, size: 14, weight: 700, color: ink, width: 284 });
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
      write(pen, line, { ...place, weight: 600, color: ink, width: 112 });
    });
  });
}

/** Splits a long text into two lines, between words if possible. */
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
  const mono = { x: 18, size: 11, family: 'monospace', color: ink, width: 192 };
  write(pen, `SPEC<<${machine(name)}<<`, { ...mono, y: 156 });
  write(pen, `${machine(number)}<<0000`, { ...mono, y: 171 });
}
