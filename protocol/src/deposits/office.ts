import { z } from 'zod';
import { networks } from '../movements/addresses.ts';
import { kinds } from '../security/kinds.ts';

/** Names of a case's documents: the details, and the receipt. */
export const topUpDetails = 'details';
export const receiptDocument = 'receipt';

const network = z.enum(networks);
/** The user's input, the content of the code in the receipt, and the user's earlier top-ups. */
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
