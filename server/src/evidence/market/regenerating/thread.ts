import { parentPort } from 'node:worker_threads';
import { type HourPlan, type PositionPlan, remakeHour, remakePosition } from './compute.ts';

// A separate thread, because regenerating an hour may take seconds and calls must be answered in that time. The result
// is transferred, not copied.
parentPort!.on('message', (plan: HourPlan | PositionPlan) => {
  if ('symbol' in plan) return parentPort!.postMessage(remakePosition(plan));
  const made = remakeHour(plan);
  const buffers = [...made.values()].flatMap(({ slots, prices, hashes }) => [
    slots.buffer,
    prices.buffer,
    hashes.buffer,
  ]);
  parentPort!.postMessage(made, buffers);
});
