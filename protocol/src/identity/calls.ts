import { z } from 'zod';
import { endpoint, nothing, usersReading } from '../endpoint.ts';
import { onDuty } from '../review/on-duty.ts';
import { specimenDocuments } from '../specimens/code.ts';
import { isName, longestName } from './name.ts';

/** Days after the decision until the pictures, name and number of a case are erased. */
export const keptDays = 30;

export const identityState = z.enum(['none', 'under_review', 'passed', 'rejected']);
const document = z.enum(specimenDocuments);

export const certify = endpoint({
  method: 'POST',
  path: '/index/user/cert',
  auth: 'user',
  limit: { per: 'user', burst: 10, everySeconds: 3600, shared: true },
  summary: "Submits a specimen's name, number and two uploaded sides for review. One submission at a time.",
  input: z.object({
    name: z.string().trim().max(longestName).refine(isName),
    document,
    number: z.string().regex(/^[A-Za-z0-9-]{4,32}$/),
    front: z.uuid(),
    back: z.uuid(),
  }),
  output: z.object({ state: identityState }),
  errors: ['identity_under_review', 'identity_passed', 'not_found', 'too_many_requests'],
});

export const showCertState = endpoint({
  method: 'POST',
  path: '/index/user/certState',
  auth: 'user',
  limit: usersReading,
  summary: "The state of the caller's verification, and the newest submission.",
  input: nothing,
  output: z.object({
    state: identityState,
    submittedAt: z.iso.datetime().nullable(),
    decidedAt: z.iso.datetime().nullable(),
    reason: z.string().nullable().describe('Why it was rejected, as written by the reviewer.'),
    automatic: z.boolean().describe('Decided automatically, because the site runs unattended.'),
    automaticAt: z.iso
      .datetime()
      .nullable()
      .describe('When it is decided automatically, unless an operator decides earlier.'),
    name: z.string().nullable().describe('Empty after it was erased, like the number.'),
    document: document.nullable(),
    number: z.string().nullable().describe('Its last three characters.'),
    erasedAt: z.iso.datetime().nullable().describe('When pictures, name and number were or will be erased.'),
    attempt: z.int().describe('The number of this submission among the user’s; 0 before the first.'),
    usualSeconds: z
      .int()
      .nullable()
      .describe(
        'Four in five of the newest decisions by reviewers took at most this many seconds. Null if there are too few.',
      ),
    automaticSeconds: z.int().nullable().describe('Seconds until automatic approval. Null if operators decide.'),
    onDuty,
  }),
  errors: [],
});

/** Sent to the user over the live stream after the decision. */
export type IdentityEvent = { type: 'identity'; state: 'passed' | 'rejected' };
