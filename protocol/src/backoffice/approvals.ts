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
    .describe('The user it is about; null for other requests, and for callers who may not see users.'),
  input: z.record(z.string(), z.json()).describe('What the call was asked with.'),
  before: z.json().describe('What would change, as it was when it was asked for; null where the call says enough.'),
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
    .describe('The caller may decide it: somebody else asked, it is about somebody else, and the role fits.'),
  mayDecideFrom: z.iso
    .datetime()
    .nullable()
    .describe(`From when the caller may, who was enrolled less than ${settlingHours} hours ago.`),
});
export type Approval = z.output<typeof approval>;

export const listApprovals = operatorCall({
  path: '/office/approvals/list',
  permission: 'approvals.read',
  leaves: 'nothing',
  summary: 'What waits for a second person, oldest first, or what was decided, newest first.',
  input: z.object({
    state: z.enum(['waiting', 'decided']).default('waiting'),
    before: z.uuid().optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(approval),
    waiting: z.int().describe('How many wait in all.'),
    oldestAt: z.iso.datetime().nullable().describe('Since when the oldest that a colleague asked for waits.'),
    own: z.int().describe('How many of those that wait the caller asked for, and cannot decide.'),
    next: z.uuid().nullable(),
  }),
  errors: [],
});
export const decideApproval = operatorCall({
  path: '/office/approvals/decide',
  permission: 'approvals.decide',
  leaves: 'entry',
  fresh: true,
  summary: 'Does what a colleague asked for, or refuses it. Nobody decides about their own request.',
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
