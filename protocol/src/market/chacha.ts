// Signed words, because engines add those without a detour through floating point; the bits are the same.
const state = new Int32Array(16);

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by));

function quarter(x: Int32Array, a: number, b: number, c: number, d: number): void {
  x[a] = (x[a]! + x[b]!) | 0;
  x[d] = rotate(x[d]! ^ x[a]!, 16);
  x[c] = (x[c]! + x[d]!) | 0;
  x[b] = rotate(x[b]! ^ x[c]!, 12);
  x[a] = (x[a]! + x[b]!) | 0;
  x[d] = rotate(x[d]! ^ x[a]!, 8);
  x[c] = (x[c]! + x[d]!) | 0;
  x[b] = rotate(x[b]! ^ x[c]!, 7);
}

/** A 32-byte key as the words ChaCha20 wants. */
export function chachaKey(key: Uint8Array): Uint32Array {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  return Uint32Array.from({ length: 8 }, (_, i) => view.getUint32(i * 4, true));
}

/**
 * One block of ChaCha20 (RFC 8439) into `out`: sixteen words nobody can tell from chance without the key, however many others
 * they have seen. That is why a price to come cannot be worked out from the prices before it.
 */
export function chacha(key: Uint32Array, counter: number, n0: number, n1: number, n2: number, out: Uint32Array): void {
  const x = state;
  x[0] = 0x61707865;
  x[1] = 0x3320646e;
  x[2] = 0x79622d32;
  x[3] = 0x6b206574;
  x.set(key, 4);
  x[12] = counter;
  x[13] = n0;
  x[14] = n1;
  x[15] = n2;
  out.set(x);
  for (let round = 0; round < 10; round++) {
    quarter(x, 0, 4, 8, 12);
    quarter(x, 1, 5, 9, 13);
    quarter(x, 2, 6, 10, 14);
    quarter(x, 3, 7, 11, 15);
    quarter(x, 0, 5, 10, 15);
    quarter(x, 1, 6, 11, 12);
    quarter(x, 2, 7, 8, 13);
    quarter(x, 3, 4, 9, 14);
  }
  for (let i = 0; i < 16; i++) out[i] = out[i]! + x[i]!;
}
