import { z } from 'zod';
import { type Currency, scales } from '../money.ts';
import { kinds, systemNames, wallets } from './books.ts';

const decimal = z.string();
const currency = z.enum(Object.keys(scales) as [Currency, ...Currency[]]);

/** What operators see of the books. */
export const ledgerFigures = {
  books: z.object({
    accounts: z.array(z.object({ account: z.enum([...wallets, ...systemNames]), currency, amount: decimal })),
    drift: z.int().describe('Accounts that do not add up; anything but 0 is an alarm.'),
  }),
  house: z.object({
    total: z.array(z.object({ currency, amount: decimal })),
    today: z
      .array(z.object({ kind: z.enum(kinds), currency, amount: decimal }))
      .describe('Since 00:00 UTC; what the house gained, or with a minus gave.'),
  }),
};
