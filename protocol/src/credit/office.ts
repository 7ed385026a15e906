import { z } from 'zod';
import { operatorCall, personNumber } from '../operators/call.ts';
import { listCredit } from './calls.ts';

export const listUserCredit = operatorCall({
  path: '/office/credit/history',
  permission: 'users.read',
  leaves: 'look',
  summary: "What changed a user's credit score, as the user sees it. No call sets a score.",
  input: z.object({ number: personNumber, ...listCredit.input.shape }),
  output: listCredit.output.pick({ list: true, next: true }),
  errors: ['not_found'],
});
