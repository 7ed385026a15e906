import { z } from 'zod';
import { operatorCall, personNumber } from '../operators/call.ts';
import { listProfits } from './calls.ts';

const entry = listProfits.output.shape.list.element.omit({ name: true }).extend({ invitee: personNumber });

export const listUserInvites = operatorCall({
  path: '/office/invites/history',
  permission: 'users.read',
  leaves: 'look',
  summary: 'Whom a user invited, what that brought and what was withheld. There is nothing to decide.',
  input: z.object({ number: personNumber, ...listProfits.input.shape }),
  output: z.object({
    invited: z.int(),
    verified: z.int(),
    list: z.array(entry),
    next: z.string().nullable(),
  }),
  errors: ['not_found'],
});
