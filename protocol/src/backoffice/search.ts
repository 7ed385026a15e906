import { z } from 'zod';
import { flows, movementStates } from '../movements/arrows.ts';
import { operatorCall, personNumber } from '../operators/call.ts';
import { productNames } from '../orders/product-names.ts';
import { productKinds } from '../wealth/terms.ts';
import { searchUsers } from './users.ts';

/** Maximum results of each kind. */
export const maxFound = 10;
/** Searches for parts of names cover only the newest users, this many. */
export const namesSearched = 200_000;
/** Searches for parts of payees cover only the newest withdrawals. A part needs at least `payeePartMin` characters. */
export const payeesSearched = 1000;
export const payeePartMin = 4;

export const searchAll = operatorCall({
  path: '/office/search/all',
  permission: 'users.read',
  leaves: 'read',
  limit: { per: 'operator', burst: 30, everySeconds: 2, shared: true },
  summary: `Users by any part of a name, email, phone or number; cases by number, title or amount, orders, movements of money and purchases by full number, and who withdrew to a payee. At most ${maxFound} of each; what the caller's role may not see is left out.`,
  input: z.object({ query: z.string().trim().min(2).max(254) }),
  output: z.object({
    users: searchUsers.output.shape.list,
    cases: z.array(
      z.object({
        id: z.uuid(),
        kind: z.string(),
        number: personNumber,
        title: z.string(),
        submittedAt: z.iso.datetime(),
        isDecided: z.boolean(),
      }),
    ),
    orders: z.array(
      z.object({
        id: z.uuid(),
        kind: z
          .enum([...productNames, ...flows, ...productKinds])
          .describe('An order, a movement of money or a purchase.'),
        number: personNumber,
        at: z.iso.datetime(),
        amount: z.object({ amount: z.string(), currency: z.string() }).nullable(),
        state: z.enum(movementStates).nullable().describe('Of a movement.'),
        case: z.object({ id: z.uuid(), kind: z.string() }).nullable().describe('Where a movement is reviewed.'),
      }),
    ),
    payees: z
      .array(z.object({ number: personNumber, times: z.int() }))
      .describe(
        `Users who withdrew to this payee. Matches a complete address or account, or ${payeePartMin} or more characters of a name, address or account among the newest ${payeesSearched} withdrawals.`,
      ),
    more: z.array(z.enum(['users', 'cases', 'payees', 'orders'])).describe('Kinds with more results than are shown.'),
  }),
  errors: [],
});
