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
    'The credit score, what changes it by how many points, and all that has changed it, newest first. Nothing is priced or refused by it.',
  input: z.object({
    before: z.int32().min(1).optional().describe('`next` of the page before.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    score,
    rules: z.array(z.object({ kind, points: z.int() })),
    list: z.array(
      z.object({
        step: z.int().describe('Counts the events of this account.'),
        at: z.iso.datetime(),
        kind,
        change: z.int().describe('In points; fewer than the rule says where the score was near its end.'),
        score: score.describe('After it.'),
        reason: z.string().nullable().describe('In the words of who decided.'),
      }),
    ),
    next: z.int().nullable(),
  }),
  errors: [],
});
