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
  linkUntil: z.iso.datetime().nullable().describe('When the emailed link expires, if it is still unused.'),
});
const language = z.enum(locales).describe('The language of the email with the one-time link.');

const twoPeople = 'Waits for a second person if another operator could be one. Otherwise done immediately.';

export const listOperators = operatorCall({
  path: '/office/operators/list',
  permission: 'operators.read',
  leaves: 'nothing',
  summary: 'All operators, at most 200.',
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
  summary: `Creates an operator and emails only them a one-time link for setting up password and second factor. ${twoPeople}`,
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
  summary: `Changes an operator's role and ends the operator's sessions. ${twoPeople}`,
  input: z.object({ id: z.uuid(), role: operatorRole, reason }),
  output: doneOrWaiting,
  errors: ['not_found', 'last_owner', 'no_change', 'version_changed'],
});
export const disableOperator = operatorCall({
  path: '/office/operators/disable',
  permission: 'operators.write',
  leaves: 'entry',
  fresh: true,
  summary: 'Disables an operator immediately. The last owner cannot be disabled.',
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
  summary: `Resets password and second factors and emails a new one-time link. Also re-enables a disabled operator. ${twoPeople}`,
  input: z.object({ id: z.uuid(), language, reason }),
  output: doneOrWaiting,
  errors: ['not_found', 'last_owner', 'version_changed'],
});
