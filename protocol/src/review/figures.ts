import { z } from 'zod';

/** What operators see of the work that waits. */
export const reviewFigures = {
  queues: z.array(z.object({ kind: z.string(), waiting: z.int(), oldestAt: z.iso.datetime().nullable() })),
};
