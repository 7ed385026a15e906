import { parentPort } from 'node:worker_threads';
import { type HourPlan, type PositionPlan, remakeHour, remakePosition } from './compute.ts';

// A thread of its own: to make an hour again may take seconds, and calls are answered meanwhile. What it made is handed over, not copied.
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
