import { z } from 'zod';
import { operatorCall, personNumber } from '../operators/call.ts';
import { listOrders, showReceipt } from './calls.ts';

export const listUserOrders = operatorCall({
  path: '/office/contracts/orders',
  permission: 'users.read',
  leaves: 'look',
  summary: "A user's second contracts, newest first, as the user sees them.",
  input: z.object({ number: personNumber, ...listOrders.input.pick({ before: true, limit: true }).shape }),
  output: listOrders.output,
  errors: [],
});

const { order, headHash, runs, postings, gap } = showReceipt.output.shape;
export const showUserOrder = operatorCall({
  path: '/office/contracts/order',
  permission: 'users.read',
  leaves: 'look',
  summary: 'An ended contract with all that decided it: terms, sealed ticks and postings. The slip is the user’s own.',
  input: z.object({ number: personNumber, ...showReceipt.input.shape }),
  output: z.object({ order, headHash, runs, postings, gap }),
  errors: showReceipt.errors,
});
