import { setTimeout as pause } from 'node:timers/promises';
import type { LoadResult } from './orders-load.ts';
import { minus, type ProcessorTime, serverClock, spentBy, total } from './processor.ts';
import { quantile } from './tape-clients.ts';

const closing = 1000; // until the server has counted the closed connections

/** The processor time of a run. `processor` and `serving` are microseconds per order, `serving` without the sender. */
export type Measured = {
  rate: number;
  orders: number;
  processor: number;
  serving: number;
  parts: { sender: ProcessorTime; api: ProcessorTime; server: ProcessorTime };
};
type Run = { rate: number; orders: number };
const nothing: ProcessorTime = { user: 0, system: 0 };

/** Measures the processor time of runs: in this process, in child processes, in the apis and in PostgreSQL. */
export async function openMeter(apis: readonly number[]) {
  const server = await serverClock();
  const look = () => ({
    self: spentBy('self'),
    api: apis.map((pid) => spentBy(pid).own).reduce((a, b) => minus(a, minus(nothing, b)), nothing),
    server: server(),
  });
  type Looks = { before: ReturnType<typeof look>; after: ReturnType<typeof look> };
  const measure = async <R extends Run>(
    work: () => Promise<R>,
    partsOf: (looks: Looks, run: R) => Measured['parts'],
  ): Promise<R & Measured> => {
    const before = look();
    const run = await work();
    await pause(closing);
    const parts = partsOf({ before, after: look() }, run);
    const each = (seconds: number) => (seconds * 1e6) / run.orders;
    const serving = each(total(parts.api) + total(parts.server));
    return { ...run, parts, serving, processor: serving + each(total(parts.sender)) };
  };
  return {
    /** pgbench is a child process. */
    bare: (work: () => Promise<Run>) =>
      measure(work, ({ before, after }) => ({
        sender: minus(after.self.ended, before.self.ended),
        api: nothing,
        server: minus(after.server, before.server),
      })),
    /** Callers and opener run in this process. */
    domain: (work: () => Promise<Run>) =>
      measure(work, ({ before, after }) => ({
        sender: nothing,
        api: minus(after.self.own, before.self.own),
        server: minus(after.server, before.server),
      })),
    http: (work: () => Promise<LoadResult>) =>
      measure(work, ({ before, after }, { spent }) => ({
        sender: { user: spent.user / 1e6, system: spent.system / 1e6 },
        api: minus(after.api, before.api),
        server: minus(after.server, before.server),
      })),
  };
}

export const median = (runs: readonly Measured[], of: 'rate' | 'processor' | 'serving'): number =>
  quantile(
    runs.map((one) => one[of]),
    0.5,
  );

/** Microseconds of processor time per order, medians of the runs. */
export function table(ways: Record<string, readonly Measured[]>): string {
  const micros = (runs: readonly Measured[], of: (parts: Measured['parts']) => number) =>
    quantile(
      runs.map(({ parts, orders }) => (of(parts) * 1e6) / orders),
      0.5,
    ).toFixed(0);
  const columns: [string, (parts: Measured['parts']) => number][] = [
    ['sender', ({ sender }) => sender.user],
    ['api', ({ api }) => api.user],
    ['PostgreSQL', ({ server }) => server.user],
    ['kernel for sender', ({ sender }) => sender.system],
    ['kernel for api', ({ api }) => api.system],
    ['kernel for PostgreSQL', ({ server }) => server.system],
    ['all', ({ sender, api, server }) => total(sender) + total(api) + total(server)],
  ];
  const rows = Object.entries(ways).map(([name, runs]) => [name, ...columns.map(([, of]) => micros(runs, of))]);
  const lines = [
    ['processor time an order, µs', ...columns.map(([name]) => name)],
    columns.concat([columns[0]!]).map(() => '---'),
    ...rows,
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
