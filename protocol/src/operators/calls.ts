import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { locales } from '../locales.ts';
import { email } from '../session/calls.ts';
import { doneOrWaiting, operatorCall, reason } from './call.ts';
import { operatorName, operatorRole } from './session.ts';

const operator = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: operatorRole,
  status: z.enum(['invited', 'active', 'disabled']),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime().nullable(),
  passkeys: z.int(),
  linkUntil: z.iso.datetime().nullable().describe('Until when the link that was mailed works, while it is not used.'),
});
const language = z.enum(locales).describe('In which the mail with the one-time link is written.');

const twoPeople = 'Waits for a second person where somebody else could be one; done at once where nobody could.';

export const listOperators = operatorCall({
  path: '/office/operators/list',
  permission: 'operators.read',
  leaves: 'nothing',
  summary: 'Everybody who runs the site, at most 200.',
  input: nothing,
  output: z.object({ list: z.array(operator) }),
  errors: [],
});
export const inviteOperator = operatorCall({
  path: '/office/operators/invite',
  permission: 'operators.write',
  leaves: 'entry',
  fresh: true,
  second: 'operators.approve',
  summary: `Makes an operator and mails them, and nobody else, the one-time link by which they set up password and second factor. ${twoPeople}`,
  input: z.object({ name: operatorName, email, role: operatorRole, language, reason }),
  output: doneOrWaiting,
  errors: ['email_taken'],
});
export const changeOperatorRole = operatorCall({
  path: '/office/operators/role',
  permission: 'operators.write',
  leaves: 'entry',
  fresh: true,
  second: 'operators.approve',
  summary: `Gives an operator another role; ends the operator's sessions. ${twoPeople}`,
  input: z.object({ id: z.uuid(), role: operatorRole, reason }),
  output: doneOrWaiting,
  errors: ['not_found', 'last_owner', 'no_change', 'version_changed'],
});
export const disableOperator = operatorCall({
  path: '/office/operators/disable',
  permission: 'operators.write',
  leaves: 'entry',
  fresh: true,
  summary: 'Locks an operator out, at once. The last owner cannot be.',
  input: z.object({ id: z.uuid(), reason }),
  output: nothing,
  errors: ['not_found', 'last_owner', 'no_change'],
});
export const resetOperator = operatorCall({
  path: '/office/operators/reset',
  permission: 'operators.write',
  leaves: 'entry',
  fresh: true,
  second: 'operators.approve',
  summary: `Takes password and second factors away and mails a new one-time link; also lets a disabled operator back in. ${twoPeople}`,
  input: z.object({ id: z.uuid(), language, reason }),
  output: doneOrWaiting,
  errors: ['not_found', 'last_owner', 'version_changed'],
});
