import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { createLog } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { every, faults, guarded } from './faults.ts';

const log = createLog('silent');
const counted = async (where: string) =>
  (await faults.get()).values.find(({ labels }) => labels.where === where)?.value ?? 0;
test('an error thrown by a listener, now or later, is counted and goes no further', async () => {
  guarded(log, 'thrown', () => {
    throw new Error('now');
  })();
  guarded(log, 'rejected', async () => {
    await wait(1);
    throw new Error('later');
  })();
  expect(await counted('thrown')).toBe(1);
  await until(async () => (await counted('rejected')) === 1);
  expect(await createMetrics().registry.metrics()).toContain('glasshouse_faults_total{where="rejected"} 1');
});

test('a timer continues after an error, and never runs twice at once', async () => {
  let [runs, atOnce, most] = [0, 0, 0];
  const stop = every(log, 'timer', 5, async () => {
    runs++;
    most = Math.max(most, ++atOnce);
    await wait(20);
    atOnce--;
    throw new Error('each time');
  });
  onTestFinished(stop);
  await until(async () => (await counted('timer')) >= 3);
  expect(most).toBe(1);
  stop();
  const after = runs;
  // A timer that started later has its turns, so the stopped one would have had some too.
  let others = 0;
  onTestFinished(every(log, 'another', 5, async () => void others++));
  await until(() => others >= 10);
  expect(runs).toBe(after);
});
