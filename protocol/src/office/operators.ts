import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { email } from '../session.ts';
import { operatorCall, reason } from './call.ts';
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
});
const invitation = z.object({ id: z.uuid(), link: z.string().describe('Works once, for 24 hours.') });

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
  summary: 'Makes an operator and the one-time link by which they set up password and second factor.',
  input: z.object({ name: operatorName, email, role: operatorRole, reason }),
  output: invitation,
  errors: ['email_taken'],
});
export const changeOperatorRole = operatorCall({
  path: '/office/operators/role',
  permission: 'operators.write',
  leaves: 'entry',
  fresh: true,
  summary: "Gives an operator another role; ends the operator's sessions.",
  input: z.object({ id: z.uuid(), role: operatorRole, reason }),
  output: nothing,
  errors: ['not_found', 'last_owner', 'no_change'],
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
  summary:
    'Takes password and second factors away and makes a new one-time link; also lets a disabled operator back in.',
  input: z.object({ id: z.uuid(), reason }),
  output: invitation,
  errors: ['not_found', 'last_owner'],
});
