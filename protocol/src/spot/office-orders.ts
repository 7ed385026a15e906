import { z } from 'zod';
import { operatorCall, personNumber } from '../operators/call.ts';
import { listHoldings, listOrders } from './calls.ts';

export const showUserCoins = operatorCall({
  path: '/office/spot/holdings',
  permission: 'users.read',
  leaves: 'look',
  summary:
    "The coins of a user's spot wallet with what they cost, and what selling has brought, as the user sees them.",
  input: z.object({ number: personNumber }),
  output: listHoldings.output,
  errors: [],
});

export const listUserTrades = operatorCall({
  path: '/office/spot/orders',
  permission: 'users.read',
  leaves: 'look',
  summary: 'What a user has bought and sold of coins, newest first, as the user sees it.',
  input: z.object({ number: personNumber, ...listOrders.input.pick({ before: true, limit: true }).shape }),
  output: listOrders.output,
  errors: [],
});
