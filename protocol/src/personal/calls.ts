import { z } from 'zod';
import { endpoint, type Limit, nothing, usersActing, usersReading } from '../endpoint.ts';
import { factorCode, ownerTries, personTries } from '../factors/parts.ts';
import { passwordLength } from '../session/calls.ts';

const moment = z.iso.datetime();
/** Proof of ownership: the password, and a code if an authenticator app is on. */
const proof = z.object({ password: z.string().min(1).max(passwordLength.max), code: factorCode.optional() });
const tries: readonly Limit[] = [
  { per: 'user', burst: 10, everySeconds: 60, shared: true },
  ...ownerTries,
  ...personTries,
];
const unproven = ['wrong_password', 'wrong_factor', 'factor_needed', 'too_many_requests'] as const;

/** Hours that the link to a copy works, and that a deleted account can still be restored. */
export const copyHours = 24;
export const graceDays = 7;

export const showCopy = endpoint({
  method: 'POST',
  path: '/index/user/copy',
  auth: 'user',
  limit: usersReading,
  summary: 'What has become of the copy of their data that this user asked for last.',
  input: nothing,
  output: z.object({
    copy: z
      .object({
        state: z.enum(['making', 'ready', 'failed']),
        askedAt: moment,
        until: moment.nullable().describe('When it is erased; null until it is made.'),
      })
      .nullable()
      .describe('Null also when its time is over.'),
  }),
  errors: [],
});

export const askCopy = endpoint({
  method: 'POST',
  path: '/index/user/askCopy',
  auth: 'user',
  limit: tries,
  summary:
    'Asks for a copy of everything that is kept about this user. It is made a moment later; its link comes by mail or text message.',
  input: proof,
  output: nothing,
  errors: [...unproven, 'copy_under_way'],
});

/** Maximum bytes per response of a copy that is sent in parts. */
export const copyPart = 1_000_000;

export const takeCopy = endpoint({
  method: 'POST',
  path: '/index/user/takeCopy',
  auth: 'user',
  limit: usersActing,
  summary: 'A part of the copy that a link belongs to, for the user it is about.',
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), offset: z.int().min(0).default(0) }),
  output: z.object({ name: z.string(), bytes: z.int().describe('Of the whole.'), base64: z.string() }),
  errors: ['copy_gone'],
});

export const leave = endpoint({
  method: 'POST',
  path: '/index/user/leave',
  auth: 'user',
  limit: tries,
  summary: 'Deletes this account in seven days; until then it can be kept. Ends every other session.',
  input: proof,
  output: z.object({ leavesAt: moment }),
  errors: [...unproven, 'leaving_already'],
});

export const stay = endpoint({
  method: 'POST',
  path: '/index/user/stay',
  auth: 'frozen-user',
  limit: usersActing,
  summary: 'Keeps an account that was to be deleted, also while it is frozen.',
  input: nothing,
  output: nothing,
  errors: ['not_leaving'],
});
