import { readBounded } from '@glasshouse/protocol/read-bounded';
import { expect, test } from 'vitest';

const bodyOf = (...chunks: number[][]) => new Response(new Blob(chunks.map((chunk) => Uint8Array.from(chunk)))).body;

test('a body is read completely, and an empty or missing one gives no bytes', async () => {
  expect(await readBounded(bodyOf([1, 2], [], [3]), 3)).toEqual(Uint8Array.of(1, 2, 3));
  expect(await readBounded(bodyOf(), 0)).toEqual(new Uint8Array());
  expect(await readBounded(null, 0)).toEqual(new Uint8Array());
});

test('a body that is too long or never ends is cancelled', async () => {
  let asked = 0;
  let stopped = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (to) => {
      asked++;
      to.enqueue(new Uint8Array(asked === 2 ? 0 : 10));
    },
    cancel: () => {
      stopped = true;
    },
  });
  expect(await readBounded(endless, 35)).toBeUndefined();
  expect(stopped).toBe(true);
  expect(asked).toBeLessThan(8);
  expect(await readBounded(bodyOf([1, 2, 3, 4]), 3)).toBeUndefined();
});

test('a body that breaks off throws', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (to) => to.error(new Error('gone')) });
  await expect(readBounded(broken, 10)).rejects.toThrow('gone');
});
