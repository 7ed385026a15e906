import { z } from 'zod';
import { endpoint, nothing, usersActing, usersReading } from '../endpoint.ts';
import { passwordLength, userInfo } from '../session/calls.ts';
import * as parts from './parts.ts';

const password = z.string().min(1).max(passwordLength.max);
/** Changing a log-in method requires the password, and a code if an authenticator app is on. */
const proof = { password, code: parts.factorCode.optional() };

export const showFactors = endpoint({
  method: 'POST',
  path: '/index/user/factors',
  auth: 'user',
  limit: usersReading,
  summary: 'Whether an authenticator app is on, the number of recovery codes left, and the passkeys.',
  input: nothing,
  output: z.object({
    authenticatorSince: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int(),
    passkeys: parts.passkeys,
  }),
  errors: [],
});

export const beginAuthenticator = endpoint({
  method: 'POST',
  path: '/index/user/beginAuthenticator',
  auth: 'user',
  limit: usersActing,
  summary: 'A new secret for an authenticator app, as text and as an otpauth address, valid for twenty minutes.',
  input: nothing,
  output: parts.newSecret,
  errors: ['authenticator_on'],
});
export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/index/user/confirmAuthenticator',
  auth: 'user',
  limit: [usersActing, ...parts.ownerTries, ...parts.personTries],
  summary: 'Turns the authenticator app on with its first code, and shows the recovery codes once.',
  input: z.object({ password, code: parts.authenticatorCode }),
  output: parts.newRecoveryCodes,
  errors: ['wrong_password', 'wrong_factor', 'factor_needed', 'too_many_requests'],
});
export const turnOffAuthenticator = endpoint({
  method: 'POST',
  path: '/index/user/turnOffAuthenticator',
  auth: 'user',
  limit: [usersActing, ...parts.ownerTries, ...parts.personTries],
  summary: 'Turns the authenticator app off. Its recovery codes become invalid.',
  input: z.object(proof),
  output: nothing,
  errors: ['not_found', 'wrong_password', 'wrong_factor', 'factor_needed', 'too_many_requests'],
});
export const renewRecovery = endpoint({
  method: 'POST',
  path: '/index/user/renewRecovery',
  auth: 'user',
  limit: [usersActing, ...parts.ownerTries, ...parts.personTries],
  summary: 'Creates eight new recovery codes. The old ones become invalid.',
  input: z.object(proof),
  output: parts.newRecoveryCodes,
  errors: ['not_found', 'wrong_password', 'wrong_factor', 'factor_needed', 'too_many_requests'],
});

export const askPasskey = endpoint({
  method: 'POST',
  path: '/index/user/askPasskey',
  auth: 'user',
  limit: [usersActing, ...parts.ownerTries, ...parts.personTries],
  summary: 'The options for the browser to create a passkey. At most five passkeys.',
  input: z.object(proof),
  output: z.object({ options: parts.passkeyQuestion }),
  errors: ['too_many_passkeys', 'wrong_password', 'wrong_factor', 'factor_needed', 'too_many_requests'],
});
export const addPasskey = endpoint({
  method: 'POST',
  path: '/index/user/addPasskey',
  auth: 'user',
  limit: usersActing,
  summary: 'Stores a passkey created for `askPasskey`, within five minutes.',
  input: z.object({ name: parts.passkeyName, response: parts.passkeyAnswer }),
  output: nothing,
  errors: ['too_many_passkeys', 'wrong_passkey'],
});
export const removePasskey = endpoint({
  method: 'POST',
  path: '/index/user/removePasskey',
  auth: 'user',
  limit: [usersActing, ...parts.ownerTries, ...parts.personTries],
  summary: 'Removes a passkey.',
  input: z.object({ id: parts.passkeyId, ...proof }),
  output: nothing,
  errors: ['not_found', 'wrong_password', 'wrong_factor', 'factor_needed', 'too_many_requests'],
});

export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/index/index/passkeyOptions',
  auth: 'visitor',
  limit: { per: 'address', burst: 200, everySeconds: 2, shared: true },
  summary: 'The challenge for logging in with any passkey of this site. Valid once, for five minutes.',
  input: nothing,
  output: z.object({ options: parts.passkeyQuestion }),
  errors: ['too_many_requests'],
});
export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/index/index/passkeyLogin',
  auth: 'visitor',
  limit: { per: 'address', burst: 200, everySeconds: 2, shared: true },
  summary: 'Logs in with a passkey alone. Its authenticator verified the user, so it counts as both factors.',
  input: z.object({ response: parts.passkeyAnswer }),
  output: userInfo,
  errors: ['wrong_passkey', 'account_locked', 'too_many_requests'],
});
