import { z } from 'zod';
import { seenPerson } from '../backoffice/approvals.ts';
import { auditEntry } from '../backoffice/audit.ts';
import { nothing } from '../endpoint.ts';
import { locales } from '../locales.ts';
import { parseUnits } from '../money.ts';
import { colleague, operatorCall, personNumber, reason } from '../operators/call.ts';
import { operatorRole } from '../operators/session.ts';

/** Minutes until a claim expires unless it is renewed. */
export const claimMinutes = 10;
const decision = z.enum(['approve', 'reject']);

const reviewCase = z.object({
  id: z.uuid(),
  kind: z.string(),
  number: personNumber.describe('The user it is about.'),
  username: z.string().nullable(),
  title: z.string(),
  tryNumber: z.int().describe('1 the first time; 2 after a first rejection, and so on.'),
  submittedAt: z.iso.datetime(),
  twoPeople: z.boolean().describe('Two different people must approve it.'),
  barred: z
    .enum(['too_new', 'first_gone'])
    .nullable()
    .describe(
      'Why the caller cannot approve it, although their role may: set up less than a day ago, or the first person to approve no longer counts.',
    ),
  approvesFrom: z.iso.datetime().nullable().describe('When a caller who is too new can approve it.'),
  agreed: z.enum(['you', 'colleague']).nullable().describe('The first of two people to approve it.'),
  claim: z.object({ by: colleague, until: z.iso.datetime(), mine: z.boolean() }).nullable(),
  decided: z
    .object({
      decision: z.enum([...decision.options, 'cancelled']),
      by: colleague.nullable().describe('Null if the clock decided or the user canceled.'),
      at: z.iso.datetime(),
      reason: z.string().nullable(),
    })
    .nullable(),
});
export type ReviewCase = z.output<typeof reviewCase>;

/** Longer queues are shown as "1,000+". */
export const countMax = 1000;
export const queueSorts = ['oldest', 'newest', 'amount'] as const;
/**
 * `mine`: claimed or decided by the caller. `two`: needs two people. `second`: approved by one colleague, needs a
 * second person. `retry`: submitted before. `automatic`: approved by the clock.
 */
export const queueFilters = ['mine', 'two', 'second', 'retry', 'automatic'] as const;
/** The queues in which the clock may approve. */
export const clockKinds = ['identity', 'top_up', 'withdrawal'] as const;
/** The cursor of a page: microseconds since 1970, or units of USDT, and the case. */
const queuePlace = z.object({ at: z.string().regex(/^\d{1,18}$/), id: z.uuid() });

export const listReviewKinds = operatorCall({
  path: '/office/review/kinds',
  permission: 'review.read',
  leaves: 'nothing',
  background: true,
  summary: 'The queues the caller may see, with the number of cases that wait for the caller, and since when.',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        kind: z.string(),
        waiting: z.int(),
        oldestAt: z.iso.datetime().nullable(),
        second: z
          .object({
            waiting: z.int(),
            oldestAt: z.iso.datetime().nullable(),
            agreed: z.int().describe('The number of cases that the caller approved first. They wait for a colleague.'),
          })
          .describe('The waiting cases that one colleague approved and that need a second person.'),
        checks: z
          .array(z.string())
          .describe('The checks that must be ticked to approve. The console has a text for each name.'),
        mayDecide: z.boolean(),
      }),
    ),
  }),
  errors: [],
});
export const listReviewCases = operatorCall({
  path: '/office/review/list',
  permission: 'review.read',
  leaves: 'nothing',
  summary: 'The pending cases of a queue in the requested order, or the decided ones, newest first.',
  input: z.object({
    kind: z.string().max(40),
    state: z.enum(['waiting', 'decided']).default('waiting'),
    sort: z.enum(queueSorts).default('oldest').describe('Of those that wait.'),
    only: z.enum(queueFilters).optional(),
    amountMin: z
      .string()
      .max(20)
      .refine((text) => parseUnits(text, 'USDT') !== undefined)
      .optional()
      .describe('In USDT, of those that wait.'),
    after: queuePlace.optional().describe('`next` of the previous page.'),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(reviewCase),
    count: z
      .int()
      .describe(`The number of matches, at most ${countMax}. Cases that the caller has approved first do not count.`),
    next: queuePlace.nullable(),
  }),
  errors: ['not_found', 'not_permitted'],
});
export const showReviewCase = operatorCall({
  path: '/office/review/show',
  permission: 'review.read',
  leaves: 'nothing',
  summary: 'One case: the submitted details, its documents, the required checks, and its history.',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    language: z.enum(locales).nullable().describe('The language in which the user reads a reason. Null if unknown.'),
    case: reviewCase,
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
    documents: z.array(z.object({ name: z.string(), mime: z.string() })),
    checks: z.array(z.string()),
    own: z.boolean().describe('The case is about something the caller did, so a colleague has to decide.'),
    stopped: z
      .boolean()
      .describe('Operators stopped the movement in question. The case cannot be decided until they release it.'),
    lacksSecond: z
      .object({ from: z.iso.datetime().nullable().describe('When the next operator can; null if there is none.') })
      .nullable()
      .describe('Set if two people must approve and no colleague of the caller could be the second of them now.'),
    deciders: z.array(operatorRole).describe('The roles that may decide it.'),
    trail: z.array(auditEntry).describe('Newest first, at most 50.'),
  }),
  errors: ['not_found', 'not_permitted'],
});
export const listAutomaticApprovals = operatorCall({
  path: '/office/review/automatic',
  permission: 'audit.read',
  leaves: 'nothing',
  summary: 'What the clock approved in all queues, newest first. It is not in the log, which only operators write.',
  input: z.object({
    from: z.iso.date().optional().describe('A UTC day.'),
    until: z.iso.date().optional().describe('The last UTC day.'),
    after: queuePlace.optional().describe('`next` of the page before.'),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(clockKinds),
        person: seenPerson,
        amount: z.object({ amount: z.string(), currency: z.string() }).nullable(),
        submittedAt: z.iso.datetime(),
        decidedAt: z.iso.datetime(),
      }),
    ),
    next: queuePlace.nullable(),
  }),
  errors: [],
});
export const readReviewDocument = operatorCall({
  path: '/office/review/document',
  permission: 'review.work',
  leaves: 'entry',
  summary: 'A document of a case that the caller has claimed. The view is logged.',
  input: z.object({ id: z.uuid(), name: z.string().max(100) }),
  output: z.object({ mime: z.string(), base64: z.string() }),
  errors: ['not_found', 'not_permitted', 'own_case', 'claim_lost'],
});
export const claimReviewCase = operatorCall({
  path: '/office/review/claim',
  permission: 'review.work',
  leaves: 'entry',
  summary: `Claims a case for ${claimMinutes} minutes, so that only one operator reviews it. Calling it again renews the claim.`,
  input: z.object({ id: z.uuid() }),
  output: z.object({ until: z.iso.datetime() }),
  errors: ['not_found', 'not_permitted', 'own_case', 'claimed', 'case_decided'],
});
export const releaseReviewCase = operatorCall({
  path: '/office/review/release',
  permission: 'review.work',
  leaves: 'entry',
  summary: 'Returns a claimed case to the queue.',
  input: z.object({ id: z.uuid() }),
  output: nothing,
  errors: ['not_found', 'not_permitted', 'own_case', 'claim_lost'],
});
export const decideReviewCase = operatorCall({
  path: '/office/review/decide',
  permission: 'review.work',
  leaves: 'entry',
  summary: 'Decides a claimed case. Approving requires every check, rejecting a reason that the user will read.',
  input: z
    .object({
      id: z.uuid(),
      decision,
      checks: z.array(z.string().max(40)).max(20),
      canned: z
        .string()
        .max(40)
        .optional()
        .describe('A reason to reject of this queue, which the user reads in their own language.'),
      reason: reason.nullable().describe("The operator's text, which the user reads verbatim."),
    })
    .refine(({ decision, canned, reason }) => decision === 'approve' || canned !== undefined || reason !== null, {
      path: ['reason'],
    }),
  output: z.object({
    waiting: z.boolean().describe('The first of two people has agreed; the case waits for another.'),
  }),
  errors: [
    'not_found',
    'not_permitted',
    'own_case',
    'claim_lost',
    'case_decided',
    'bad_input',
    'checks_missing',
    'too_new',
    'withdrawal_moved',
    'payee_differs',
    'first_gone',
  ],
});
