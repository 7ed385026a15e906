import { z } from 'zod';
import { networks } from '../movements/addresses.ts';
import { kinds } from '../security/kinds.ts';

/** The names of a case's documents: what is known beside the receipt, and the receipt itself. */
export const topUpDetails = 'details';
export const receiptDocument = 'receipt';

const network = z.enum(networks);
/** What was submitted beside what the code in the receipt says, and what this person has done so far. */
export const topUpCaseDetails = z.object({
  submitted: z.object({ user: z.string(), amount: z.string(), network, address: z.string() }),
  coded: z.object({ number: z.string(), amount: z.string(), network, expiresAt: z.iso.datetime() }).nullable(),
  person: z.object({
    registeredAt: z.iso.datetime(),
    identity: z.enum(['none', 'under_review', 'passed', 'rejected']),
    passed: z.object({ count: z.int(), sum: z.string() }),
    cards: z.object({ count: z.int(), sum: z.string() }),
    waiting: z.int(),
    rejected: z.array(z.object({ at: z.iso.datetime(), amount: z.string(), reason: z.string().nullable() })),
    changes: z.array(z.object({ kind: z.enum(kinds), at: z.iso.datetime() })),
  }),
});
export type TopUpCaseDetails = z.output<typeof topUpCaseDetails>;
