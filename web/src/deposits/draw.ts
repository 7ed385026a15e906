import type { Network } from '@glasshouse/protocol/movements/addresses';
import { code, drawn, ink, type Pen, round, stamp, write } from '../specimens/pen.ts';

/** The text on a receipt, in the user's language. The stamp is the same everywhere. */
export type Face = {
  amount: string;
  network: Network;
  address: string;
  time: string;
  code: string;
  words: { title: string; network: string; to: string; time: string; warning: string; code: string };
};

// The height of a phone's screenshot, with room for a code that a reviewer can read.
const [width, height] = [200, 300];
const tint = '#00607f';

/** A specimen receipt as a PNG, with its code and the stamp in its pixels. */
export const drawReceipt = (face: Face): Promise<Blob> =>
  drawn(width, height, (pen) => {
    paper(pen);
    written(pen, face);
    stamp(pen, tint, { x: 100, y: 158, size: 0.72 });
    code(pen, face.code, face.words.code, { x: 54, y: 182, size: 92 });
    write(pen, face.words.warning, { x: 12, y: 294, size: 7, width: 176 });
  });

function paper(pen: Pen): void {
  pen.fillStyle = '#f7fafb';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#dff0e8';
  pen.beginPath();
  pen.arc(100, 26, 13, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = '#007a52';
  pen.lineWidth = 2.5;
  pen.beginPath();
  pen.moveTo(94, 26.5);
  pen.lineTo(98.5, 31);
  pen.lineTo(106.5, 21.5);
  pen.stroke();
  pen.fillStyle = '#e1e7ea';
  round(pen, 12, 84, 176, 0.75, 0);
}

function written(pen: Pen, { amount, network, address, time, words }: Face): void {
  const centered = { x: 100, weight: 700, color: ink, width: 176 };
  pen.textAlign = 'center';
  write(pen, words.title, { x: 100, y: 52, size: 8, width: 176 });
  write(pen, `${amount} USDT`, { ...centered, y: 73, size: 17 });
  pen.textAlign = 'start';
  // The stamp is translucent and doesn't cover any of these lines completely.
  const facts = [
    { label: words.network, value: network, x: 12, y: 97, width: 60 },
    { label: words.time, value: time, x: 84, y: 97, width: 104 },
    { label: words.to, value: address, x: 12, y: 121, width: 176 },
  ];
  for (const { label, value, ...place } of facts) {
    write(pen, label, { ...place, size: 7 });
    write(pen, value, { ...place, y: place.y + 10, size: 9.5, weight: 600, color: ink });
  }
}
