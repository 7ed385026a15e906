import { z } from 'zod';

/** What operators see of the tape. */
export const marketFigures = {
  tape: z.object({
    source: z.string().nullable(),
    slot: z.int().nullable(),
    ageMs: z.int().nullable().describe('How old the newest slot is.'),
    checkpointAgeMs: z.int().nullable(),
    gapsToday: z.int(),
    missedSlotsToday: z.int(),
    clockAheadMs: z
      .int()
      .nullable()
      .describe("How far a feed's clock is ahead of the database's; it writes nothing then."),
    stuckDay: z.iso.date().nullable().describe('A day that the feed cannot make, and says so now.'),
    stuckReason: z
      .enum(['seed', 'beacon', 'rounds'])
      .nullable()
      .describe(
        'The key of its seed is missing, its beacon does not answer, or its rounds do not give what is on the tape.',
      ),
  }),
};
