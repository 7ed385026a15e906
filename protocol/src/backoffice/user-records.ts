import { z } from 'zod';
import { listOrders as listContracts, showReceipt } from '../contracts/calls.ts';
import { listCredit } from '../credit/calls.ts';
import { listProfits } from '../invites/calls.ts';
import { operatorCall, personNumber } from '../operators/call.ts';
import { listOrders as listOptions } from '../options/calls.ts';
import { listHoldings, listOrders as listTrades } from '../spot/calls.ts';

// One user's orders, credit and invitations for operators: the same lists that the user sees.

export const listUserOrders = operatorCall({
  path: '/office/contracts/orders',
  permission: 'users.read',
  leaves: 'look',
  summary: "A user's second contracts, newest first, as the user sees them.",
  input: z.object({ number: personNumber, ...listContracts.input.pick({ before: true, limit: true }).shape }),
  output: listContracts.output,
  errors: [],
});

const { order, headHash, runs, postings, gap } = showReceipt.output.shape;
export const showUserOrder = operatorCall({
  path: '/office/contracts/order',
  permission: 'users.read',
  leaves: 'look',
  summary:
    'An ended contract with everything that decided it: terms, sealed ticks and postings. Only the user has the slip.',
  input: z.object({ number: personNumber, ...showReceipt.input.shape }),
  output: z.object({ order, headHash, runs, postings, gap }),
  errors: showReceipt.errors,
});

export const listUserOptions = operatorCall({
  path: '/office/options/orders',
  permission: 'users.read',
  leaves: 'look',
  summary: "A user's options, newest first, as the user sees them.",
  input: z.object({ number: personNumber, ...listOptions.input.pick({ before: true, limit: true }).shape }),
  output: listOptions.output,
  errors: [],
});

export const showUserCoins = operatorCall({
  path: '/office/spot/holdings',
  permission: 'users.read',
  leaves: 'look',
  summary: "The coins of a user's spot wallet with their cost, and the result of sales, as the user sees them.",
  input: z.object({ number: personNumber }),
  output: listHoldings.output,
  errors: [],
});

export const listUserTrades = operatorCall({
  path: '/office/spot/orders',
  permission: 'users.read',
  leaves: 'look',
  summary: "A user's purchases and sales of coins, newest first, as the user sees them.",
  input: z.object({ number: personNumber, ...listTrades.input.pick({ before: true, limit: true }).shape }),
  output: listTrades.output,
  errors: [],
});

export const listUserCredit = operatorCall({
  path: '/office/credit/history',
  permission: 'users.read',
  leaves: 'look',
  summary: "Changes of a user's credit score, as the user sees them. No call sets a score.",
  input: z.object({ number: personNumber, ...listCredit.input.shape }),
  output: listCredit.output.pick({ list: true, next: true }),
  errors: ['not_found'],
});

const inviteProfit = listProfits.output.shape.list.element.omit({ name: true }).extend({ invitee: personNumber });

export const listUserInvites = operatorCall({
  path: '/office/invites/history',
  permission: 'users.read',
  leaves: 'look',
  summary: "A user's invitations with their rewards, paid or withheld. There is nothing to decide.",
  input: z.object({ number: personNumber, ...listProfits.input.shape }),
  output: z.object({
    invited: z.int(),
    verified: z.int(),
    list: z.array(inviteProfit),
    next: z.string().nullable(),
  }),
  errors: ['not_found'],
});
