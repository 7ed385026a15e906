import { z } from 'zod';
import { colleague, operatorCall, personNumber, reason } from '../operators/call.ts';
import { operatorRole } from '../operators/session.ts';

/** Hours after setting up a password and factors before an operator can act as the second person. */
export const settlingHours = 24;

/** A user as named in titles. The username is null for a deleted user, or a user without one. */
export const seenPerson = z.object({ number: personNumber, username: z.string().nullable() });
export type SeenPerson = z.output<typeof seenPerson>;

const approval = z.object({
  id: z.uuid(),
  action: z.string().describe('The path of the call that waits.'),
  subject: z.string(),
  person: seenPerson
    .nullable()
    .describe('The user concerned. Null for other requests, and for callers who may not see users.'),
  input: z.record(z.string(), z.json()).describe('The input of the call.'),
  before: z
    .json()
    .describe('The values that would change, as they were at the time of the request. Null if the call is sufficient.'),
  after: z.json(),
  reason: z.string(),
  askedBy: colleague,
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['waiting', 'approved', 'refused', 'expired']),
  decidedBy: colleague.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
  deciders: z.array(operatorRole).describe('The roles that may decide it.'),
  mayDecide: z
    .boolean()
    .describe(
      'The caller may decide it: another operator requested it, it is not about the caller, and the role fits.',
    ),
  mayDecideFrom: z.iso
    .datetime()
    .nullable()
    .describe(`When the caller may decide, if enrolled less than ${settlingHours} hours ago.`),
});
export type Approval = z.output<typeof approval>;

export const listApprovals = operatorCall({
  path: '/office/approvals/list',
  permission: 'approvals.read',
  leaves: 'nothing',
  summary: 'Requests that wait for a second person, oldest first, or decided ones, newest first.',
  input: z.object({
    state: z.enum(['waiting', 'decided']).default('waiting'),
    before: z.uuid().optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(approval),
    waiting: z.int().describe('The total number of waiting requests.'),
    oldestAt: z.iso.datetime().nullable().describe('The time of the oldest waiting request of a colleague.'),
    own: z.int().describe('The number of waiting requests by the caller, who cannot decide them.'),
    next: z.uuid().nullable(),
  }),
  errors: [],
});
export const decideApproval = operatorCall({
  path: '/office/approvals/decide',
  permission: 'approvals.decide',
  leaves: 'entry',
  fresh: true,
  summary: "Approves or refuses a colleague's request. Operators cannot decide about their own requests.",
  input: z.object({ id: z.uuid(), decision: z.enum(['approve', 'refuse']), reason }),
  output: z.object({
    takesEffectAt: z.iso
      .datetime()
      .nullable()
      .describe('When an approved change takes effect, if it is announced first.'),
  }),
  errors: [
    'not_found',
    'not_permitted',
    'own_request',
    'own_case',
    'too_new',
    'approval_ended',
    'action_refused',
    'request_outdated',
    'change_announced',
    'changed_today',
    'step_too_large',
    'insufficient_balance',
    'correction_too_large',
    'day_not_stuck',
  ],
});
