import { z } from 'zod';

const decimal = z.string();

/** What operators see of the options. */
export const optionFigures = {
  options: z
    .array(
      z.object({
        symbol: z.string(),
        orders: z.int(),
        calls: decimal,
        puts: decimal,
        open: decimal,
        limit: decimal,
      }),
    )
    .describe('Premiums of open options per symbol, and their size times strike beside what may be open.'),
};
