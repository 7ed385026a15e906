import { z } from 'zod';
import { endpoint, nothing, visitorsReading } from '../endpoint.ts';
import {
  authenticatorCode,
  newRecoveryCodes,
  newSecret,
  operatorTries,
  passkeyAnswer,
  passkeyId,
  passkeyName,
  passkeyQuestion,
  passkeys,
  recoveryCode,
} from '../factors/parts.ts';
import { email, password, passwordLength } from '../session/calls.ts';
import { weaknesses } from '../session/weak-passwords.ts';
import { operatorCall } from './call.ts';
import { roles } from './permissions.ts';

export const operatorRole = z.enum(roles);
export const operatorName = z.string().trim().min(1).max(60);
const setupToken = z.string().regex(/^[\w-]{43}$/);
const me = z.object({ id: z.uuid(), name: z.string(), email: z.string(), role: operatorRole });
/** Progress of a log-in: logged out, password given, second factor not yet set up, logged in. */
const stage = z.enum(['out', 'factor', 'enrol', 'in']);

export const showSession = endpoint({
  method: 'POST',
  path: '/office/session/show',
  auth: 'visitor',
  limit: visitorsReading,
  summary: "The progress of this browser's log-in, and its operator.",
  input: nothing,
  output: z.object({
    stage,
    operator: me.nullable(),
    passkey: z.boolean().describe('A passkey may be used as the second factor.'),
    until: z.iso.datetime().nullable().describe('When this session ends without activity.'),
  }),
  errors: [],
});
const next = z.object({ stage, passkey: z.boolean() });
export const logIn = endpoint({
  method: 'POST',
  path: '/office/session/login',
  auth: 'visitor',
  limit: [
    { per: 'address', burst: 30, everySeconds: 10, shared: true },
    { per: 'account and address', burst: 5, everySeconds: 60 },
    { per: 'account and browser', burst: 5, everySeconds: 60 },
    { per: 'account', burst: 50, everySeconds: 60 },
  ],
  summary: 'Checks the first factor. The second must follow within five minutes.',
  input: z.object({ email, password: z.string().min(1).max(passwordLength.max) }),
  output: next,
  errors: ['wrong_account_or_password', 'too_many_requests'],
});
export const readInvitation = endpoint({
  method: 'POST',
  path: '/office/session/invitation',
  auth: 'visitor',
  limit: { per: 'address', burst: 30, everySeconds: 10, shared: true },
  summary: 'The operator that a one-time link belongs to.',
  input: z.object({ token: setupToken }),
  output: me,
  errors: ['setup_unknown', 'too_many_requests'],
});
export const setUp = endpoint({
  method: 'POST',
  path: '/office/session/setUp',
  auth: 'visitor',
  limit: { per: 'address', burst: 30, everySeconds: 10, shared: true },
  summary: 'Uses a one-time link and sets the password. The second factor must be set up next.',
  input: z.object({ token: setupToken, password }),
  output: next,
  errors: ['setup_unknown', ...weaknesses, 'too_many_requests'],
});
export const beginEnrolment = endpoint({
  method: 'POST',
  path: '/office/session/beginEnrolment',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'A new secret for an authenticator app, as text and as an otpauth address.',
  input: nothing,
  output: newSecret,
  errors: ['not_logged_in'],
});
export const finishEnrolment = endpoint({
  method: 'POST',
  path: '/office/session/finishEnrolment',
  auth: 'visitor',
  limit: [visitorsReading, ...operatorTries],
  summary: 'Confirms the authenticator app with its first code, logs in, and shows the recovery codes once.',
  input: z.object({ code: authenticatorCode }),
  output: newRecoveryCodes,
  errors: ['not_logged_in', 'wrong_factor', 'too_many_requests'],
});
export const answerCode = endpoint({
  method: 'POST',
  path: '/office/session/code',
  auth: 'visitor',
  limit: [visitorsReading, ...operatorTries],
  summary: 'The second factor: a code of the authenticator app, valid for one log-in.',
  input: z.object({ code: authenticatorCode }),
  output: nothing,
  errors: ['not_logged_in', 'wrong_factor', 'too_many_requests'],
});
export const answerRecovery = endpoint({
  method: 'POST',
  path: '/office/session/recovery',
  auth: 'visitor',
  limit: [visitorsReading, ...operatorTries],
  summary: 'The second factor: one of the recovery codes, which is then invalid.',
  input: z.object({ code: recoveryCode }),
  output: z.object({ left: z.int() }),
  errors: ['not_logged_in', 'wrong_factor', 'too_many_requests'],
});
export const askPasskey = endpoint({
  method: 'POST',
  path: '/office/session/askPasskey',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'The challenge for a passkey: `answer` to log in or to confirm, `add` (when logged in) to create one.',
  input: z.object({ purpose: z.enum(['answer', 'add']) }),
  output: z.object({ options: passkeyQuestion }),
  errors: ['not_logged_in', 'wrong_factor'],
});
export const answerPasskey = endpoint({
  method: 'POST',
  path: '/office/session/passkey',
  auth: 'visitor',
  limit: [visitorsReading, ...operatorTries],
  summary: 'The second factor: a passkey.',
  input: z.object({ response: passkeyAnswer }),
  output: nothing,
  errors: ['not_logged_in', 'wrong_factor', 'too_many_requests'],
});
export const logOut = endpoint({
  method: 'POST',
  path: '/office/session/logout',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'Ends this session.',
  input: nothing,
  output: nothing,
  errors: [],
});

// The operator's own account, after log-in.
export const showSelf = operatorCall({
  path: '/office/self/show',
  permission: 'self',
  leaves: 'nothing',
  summary: "The operator's own second factors.",
  input: nothing,
  output: z.object({
    operator: me,
    passkeys,
    recoveryCodesLeft: z.int(),
    factorAt: z.iso.datetime(),
  }),
  errors: [],
});
export const confirmFactor = operatorCall({
  path: '/office/self/confirm',
  limit: { per: 'operator', burst: 5, everySeconds: 60, shared: true },
  permission: 'self',
  leaves: 'entry',
  summary: 'Confirms the authenticator code again. A call refused with `factor_stale` may then be repeated.',
  input: z.object({ code: authenticatorCode }),
  output: nothing,
  errors: ['wrong_factor', 'too_many_requests'],
});
export const addPasskey = operatorCall({
  path: '/office/self/addPasskey',
  permission: 'self',
  leaves: 'entry',
  fresh: true,
  summary: 'Stores a passkey created for `askPasskey` with purpose `add`. At most five.',
  input: z.object({ name: passkeyName, response: passkeyAnswer }),
  output: nothing,
  errors: ['wrong_factor', 'too_many_passkeys'],
});
export const removePasskey = operatorCall({
  path: '/office/self/removePasskey',
  permission: 'self',
  leaves: 'entry',
  fresh: true,
  summary: 'Removes a passkey.',
  input: z.object({ id: passkeyId }),
  output: nothing,
  errors: ['not_found'],
});
export const renewRecoveryCodes = operatorCall({
  path: '/office/self/renewRecovery',
  permission: 'self',
  leaves: 'entry',
  fresh: true,
  summary: 'Creates eight new recovery codes. The old ones become invalid.',
  input: nothing,
  output: newRecoveryCodes,
  errors: [],
});
export const changeOwnPassword = operatorCall({
  path: '/office/self/password',
  limit: { per: 'operator', burst: 5, everySeconds: 60, shared: true },
  permission: 'self',
  leaves: 'entry',
  fresh: true,
  summary: "Changes the password and ends the operator's other sessions.",
  input: z.object({ oldPassword: z.string().min(1).max(passwordLength.max), password }),
  output: nothing,
  errors: ['wrong_old_password', ...weaknesses, 'too_many_requests'],
});
