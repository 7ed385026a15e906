import { z } from 'zod';
import { endpoint, usersReading } from '../endpoint.ts';
import { type CreditKind, fullScore, points } from './rules.ts';

const kind = z.enum(Object.keys(points) as [CreditKind, ...CreditKind[]]);
const score = z.int().min(0).max(fullScore);

export const listCredit = endpoint({
  method: 'POST',
  path: '/index/user/credit',
  auth: 'user',
  limit: usersReading,
  summary:
    'The credit score, the rules for changing it, and all changes, newest first. No price or decision depends on it.',
  input: z.object({
    before: z.int32().min(1).optional().describe('`next` of the previous page.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    score,
    rules: z.array(z.object({ kind, points: z.int() })),
    list: z.array(
      z.object({
        step: z.int().describe('The number of the event in this account.'),
        at: z.iso.datetime(),
        kind,
        change: z.int().describe("In points. Smaller than the rule's if the score reached its limit."),
        score: score.describe('The score after the change.'),
        reason: z.string().nullable().describe('As written by the operator who decided.'),
      }),
    ),
    next: z.int().nullable(),
  }),
  errors: [],
});
