import { z } from 'zod';

/** What operators see of who is here. */
export const sessionFigures = {
  signUps: z.array(z.object({ day: z.iso.date(), count: z.int() })).describe('The last 14 UTC days, oldest first.'),
  users: z.object({ total: z.int(), frozen: z.int(), sessions: z.int() }),
};
