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
  summary: 'The state of the newest copy of their data that this user requested.',
  input: nothing,
  output: z.object({
    copy: z
      .object({
        state: z.enum(['making', 'ready', 'failed']),
        askedAt: moment,
        until: moment.nullable().describe('When it is erased. Null until it is created.'),
      })
      .nullable()
      .describe('Also null after it expired.'),
  }),
  errors: [],
});

export const askCopy = endpoint({
  method: 'POST',
  path: '/index/user/askCopy',
  auth: 'user',
  limit: tries,
  summary:
    'Requests a copy of all data stored about this user. It is created in the background, and the link is sent by email or text message.',
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
  summary: 'A part of the copy behind a link, only for its user.',
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), offset: z.int().min(0).default(0) }),
  output: z.object({ name: z.string(), bytes: z.int().describe('Of the entire copy.'), base64: z.string() }),
  errors: ['copy_gone'],
});

export const leave = endpoint({
  method: 'POST',
  path: '/index/user/leave',
  auth: 'user',
  limit: tries,
  summary: 'Deletes this account in seven days. Until then the deletion can be cancelled. Ends all other sessions.',
  input: proof,
  output: z.object({ leavesAt: moment }),
  errors: [...unproven, 'leaving_already'],
});

export const stay = endpoint({
  method: 'POST',
  path: '/index/user/stay',
  auth: 'frozen-user',
  limit: usersActing,
  summary: 'Cancels the deletion of an account, even if it is frozen.',
  input: nothing,
  output: nothing,
  errors: ['not_leaving'],
});
