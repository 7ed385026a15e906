import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A batcher whose batches the test answers one by one. */
function byHand(lanes: number, maxPerBatch: number, maxWaiting: number) {
  const sent: { items: number[]; answer: () => void; fail: () => void }[] = [];
  const send = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      sent.push({
        items,
        answer: () => resolve(items.map((item) => `answer to ${item}`)),
        fail: () => reject(new Error('cut off')),
      });
    });
  return { batcher: createBatcher(send, { lanes, maxPerBatch, maxWaiting }), sent };
}

test('a lone request is sent at once; those that arrive before the answer share a batch, each with its own answer', async () => {
  const { batcher, sent } = byHand(1, 10, 100);
  const first = batcher.add(1);
  await pause(1);
  expect(sent.map((batch) => batch.items)).toEqual([[1]]);
  const others = [2, 3, 4].map((item) => batcher.add(item));
  await pause(1);
  expect(sent).toHaveLength(1); // one batch in flight per lane
  expect(batcher.waiting()).toBe(3);
  sent[0]!.answer();
  expect(await first).toBe('answer to 1');
  await pause(1);
  expect(sent[1]!.items).toEqual([2, 3, 4]);
  sent[1]!.answer();
  expect(await Promise.all(others)).toEqual(['answer to 2', 'answer to 3', 'answer to 4']);
  expect(batcher.waiting()).toBe(0);
});

test('lanes run concurrently, batches are bounded, and a full queue refuses', async () => {
  const { batcher, sent } = byHand(2, 3, 5);
  const answers = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  expect(batcher.add(6)).toBeUndefined();
  await pause(1);
  expect(sent.map((batch) => batch.items)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  const late = [7, 8, 9, 10, 11].map((item) => batcher.add(item));
  expect(batcher.add(12)).toBeUndefined();
  await pause(1);
  expect(sent).toHaveLength(2);
  sent[1]!.answer();
  await pause(1);
  expect(sent[2]!.items).toEqual([7, 8, 9]);
  for (let i = 0; i < 3; i++) {
    for (const batch of sent) batch.answer();
    await pause(1);
  }
  expect(await Promise.all([...answers, ...late])).toHaveLength(10);
});

test('a failed batch fails only its own items, and the lane continues', async () => {
  const { batcher, sent } = byHand(1, 2, 10);
  const [one, two, three] = [1, 2, 3].map((item) => batcher.add(item)!);
  const failures = Promise.allSettled([one, two]);
  await pause(1);
  sent[0]!.fail();
  expect((await failures).map((end) => end.status)).toEqual(['rejected', 'rejected']);
  await pause(1);
  sent[1]!.answer();
  expect(await three).toBe('answer to 3');
});
