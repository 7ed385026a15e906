import { Counter } from 'prom-client';
import type { Log } from '../observability/log.ts';

/** Errors of this process by where they happened; exported as a metric. */
export const faults = new Counter({
  name: 'glasshouse_faults_total',
  help: 'Errors in listeners, timers and loops that were survived, and those that ended the process.',
  labelNames: ['where'],
  registers: [],
});

/** Logs and counts an error, and lets the caller continue. */
export function note(log: Log, where: string, error: unknown, message = 'survived a fault'): void {
  faults.inc({ where });
  log.error({ err: error, where }, message);
}

/**
 * The same listener, but an error in it ends only this one call. Nothing else catches errors of a listener or timer: an
 * exception or a rejected promise would end the process with every call in progress.
 */
export const guarded =
  <A extends unknown[]>(log: Log, where: string, work: (...args: A) => unknown) =>
  (...args: A): void => {
    try {
      const done = work(...args);
      if (done instanceof Promise) done.catch((error) => note(log, where, error));
    } catch (error) {
      note(log, where, error);
    }
  };

/**
 * Repeats some work until the returned function is called. One run at a time: a turn that comes too early is skipped.
 */
export function every(log: Log, where: string, milliseconds: number, work: () => unknown): () => void {
  let busy = false;
  const turn = async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(guarded(log, where, turn), milliseconds);
  return () => clearInterval(timer);
}
