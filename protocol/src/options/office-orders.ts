import { z } from 'zod';
import { operatorCall, personNumber } from '../operators/call.ts';
import { listOrders } from './calls.ts';

export const listUserOptions = operatorCall({
  path: '/office/options/orders',
  permission: 'users.read',
  leaves: 'look',
  summary: "A user's options, newest first, as the user sees them.",
  input: z.object({ number: personNumber, ...listOrders.input.pick({ before: true, limit: true }).shape }),
  output: listOrders.output,
  errors: [],
});
