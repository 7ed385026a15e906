import { z } from 'zod';
import { nothing } from '../endpoint.ts';
import { colleague, operatorCall, reason } from './call.ts';

const approval = z.object({
  id: z.uuid(),
  action: z.string().describe('The path of the call that waits.'),
  subject: z.string(),
  input: z.record(z.string(), z.json()).describe('What the call was asked with.'),
  reason: z.string(),
  askedBy: colleague,
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['waiting', 'approved', 'refused', 'expired']),
  decidedBy: colleague.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
  mayDecide: z
    .boolean()
    .describe('The caller may decide it: somebody else asked, and the caller holds its permission.'),
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
  output: z.object({ list: z.array(approval), next: z.uuid().nullable() }),
  errors: [],
});
export const decideApproval = operatorCall({
  path: '/office/approvals/decide',
  permission: 'approvals.decide',
  leaves: 'entry',
  summary: 'Does what a colleague asked for, or refuses it. Nobody decides about their own request.',
  input: z.object({ id: z.uuid(), decision: z.enum(['approve', 'refuse']), reason }),
  output: nothing,
  errors: ['not_found', 'not_permitted', 'own_request', 'approval_ended', 'action_refused', 'insufficient_balance'],
});
