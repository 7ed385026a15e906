import { z } from 'zod';

const decimal = z.string();

/** What operators see of the contracts. */
export const contractFigures = {
  exposure: z
    .array(z.object({ symbol: z.string(), orders: z.int(), long: decimal, short: decimal, worst: decimal }))
    .describe('Open stakes per symbol and the most the house can lose.'),
  settlement: z
    .object({ overdue: z.int(), p50Ms: z.int(), p99Ms: z.int(), worstMs: z.int() })
    .describe('How late results were booked in the last hour, and how many are overdue.'),
};
