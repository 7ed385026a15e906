import { z } from 'zod';

const decimal = z.string().describe('USDT.');

/** How many days ahead are shown, after today. */
export const daysAhead = 30;

/** What operators see of what the house owes for products. */
export const wealthFigures = {
  promised: z.object({
    principal: decimal.describe('What was paid for trust products and pledges that run, as the books hold it.'),
    accrued: decimal.describe('Earned and not yet paid: days that are over and not booked, pledges by the second.'),
    days: z
      .array(z.object({ day: z.iso.date(), income: decimal, principal: decimal }))
      .describe(`What falls due on each UTC day, today and ${daysAhead} more; what is overdue is today’s.`),
  }),
};
