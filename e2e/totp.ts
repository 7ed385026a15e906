import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(/[\s=]/g, '')]
    .map((each) => alphabet.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

/** Computes the code an authenticator app shows (RFC 6238), independently of the library that the server uses. */
export function codeAt(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / stepMs)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const start = mac[19]! & 15;
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A code works once, so this is the next period's, which the server accepts a little early. */
export const nextCode = (secret: string): string => codeAt(secret, Date.now() + stepMs);
