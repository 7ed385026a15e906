import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openCollector } from '../../../test/collector.ts';
import { createBatcher } from '../database/batcher.ts';
import { readConfig } from '../runtime/config.ts';
import { createLog } from './log.ts';
import {
  beginTrace,
  carry,
  continueTrace,
  isTracing,
  openTraces,
  readTrace,
  traced,
  tracedTogether,
  traceHeader,
  traceNow,
} from './trace.ts';

const quiet = createLog('silent');
const configOf = (traces: Record<string, string>) =>
  readConfig({
    DATABASE_URL: 'postgres://x@127.0.0.1/x',
    NATS_URL: 'nats://127.0.0.1:4222',
    ORIGINS: 'http://127.0.0.1:4100',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'x@y.example',
    ...traces,
  });

/** Traces to a separate collector; `sent` flushes them and returns the spans. */
async function open(ratio: string) {
  const collector = await openCollector();
  const close = await openTraces(configOf({ TRACES_URL: collector.url, TRACES_RATIO: ratio }), ['test'], quiet);
  onTestFinished(close);
  const sent = async () => {
    await close();
    return collector.spans;
  };
  return { sent };
}

test('without a collector there are no traces, and work is done without them', async () => {
  await openTraces(configOf({}), ['test'], quiet);
  expect(isTracing()).toBe(false);
  const header = await beginTrace('call', {}, async (span) => {
    expect(span).toBeUndefined();
    return traced('part', {}, traceHeader);
  });
  expect(header).toBeUndefined();
});

test('spans belong to their parents, over the bus too, and an error is recorded by its name only', async () => {
  const { sent } = await open('1');
  const header = await beginTrace('call', { 'http.route': '/a' }, async () => {
    await wait(1);
    return traced('publish', {}, traceHeader);
  });
  await expect(
    continueTrace(readTrace(header), () =>
      traced('hear', {}, () => Promise.reject(new TypeError('ann@example.com is away'))),
    ),
  ).rejects.toThrow('away');
  expect(() =>
    beginTrace('other', {}, () => {
      throw new RangeError('+8613800138000');
    }),
  ).toThrow();
  const spans = await sent();
  const [call, publish, hear, other] = ['call', 'publish', 'hear', 'other'].map(
    (named) => spans.find(({ name }) => name === named)!,
  );
  expect([publish!.parentSpanId, hear!.parentSpanId]).toEqual([call!.spanId, publish!.spanId]);
  expect(new Set([call, publish, hear].map((span) => span!.traceId)).size).toBe(1);
  expect(other!.traceId).not.toBe(call!.traceId);
  expect([hear!.status, other!.status]).toEqual([
    { code: 2, message: 'TypeError' },
    { code: 2, message: 'RangeError' },
  ]);
});

test('a batch has a span in the traces of its own items, and in no others', async () => {
  const { sent } = await open('1');
  const seen: unknown[] = [];
  const batcher = createBatcher<{ id: number }, number>(
    (items) =>
      tracedTogether('batch', { items: items.length }, items, async () => {
        seen.push(traceNow());
        await wait(5);
        return items.map(({ id }) => id);
      }),
    { lanes: 1, maxPerBatch: 10, maxWaiting: 10 },
  );
  const ask = (id: number) => beginTrace(`call ${id}`, {}, async () => batcher.add(carry({ id })));
  await Promise.all([ask(1), ask(2), batcher.add(carry({ id: 3 }))]);
  await ask(4);
  const spans = await sent();
  const parents = spans
    .filter(({ name }) => name === 'batch')
    .map(({ parentSpanId, attributes }) => [
      spans.find(({ spanId }) => spanId === parentSpanId)?.name,
      attributes.items,
    ]);
  expect(parents.toSorted()).toEqual([
    ['call 1', 3],
    ['call 2', 3],
    ['call 4', 1],
  ]);
  expect(seen).toEqual([undefined, undefined]);
});

test('the configured share of traces is sampled; unsampled ones have no spans and no header', async () => {
  const { sent } = await open('0.5');
  let kept = 0;
  for (let i = 0; i < 400; i++) {
    const header = beginTrace('call', {}, () => traced('part', {}, traceHeader));
    if (header) kept++;
  }
  expect(kept).toBeGreaterThan(120);
  expect(kept).toBeLessThan(280);
  expect(await sent()).toHaveLength(2 * kept);
});

test('an unreachable collector is logged once, delays no work, and hardly delays the shutdown', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const close = await openTraces(
    configOf({ TRACES_URL: 'http://127.0.0.1:9/v1/traces', TRACES_RATIO: '1' }),
    ['test'],
    log,
  );
  onTestFinished(close);
  const said = () => {
    expect(beginTrace('call', {}, () => 7)).toBe(7);
    return lines.length;
  };
  await expect.poll(said, { timeout: 20_000, interval: 100 }).toBe(1);
  const began = performance.now();
  await close();
  expect(performance.now() - began).toBeLessThan(8000);
  expect(lines.join('')).toContain('the collector is unreachable');
  expect(lines).toHaveLength(1);
});

test.each([
  undefined,
  '',
  'x',
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n',
  `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`,
  `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
])('a header that is none is not heard: %j', (header) => {
  expect(readTrace(header)).toBeUndefined();
});
