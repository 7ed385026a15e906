import { z } from 'zod';
import { endpoint, type Limit, nothing, usersActing, usersReading } from '../endpoint.ts';
import { factorCode, ownerTries, passkeyQuestion, personTries } from '../factors/parts.ts';
import { email, passwordLength, phone, tradePassword, verificationCode } from '../session/calls.ts';
import { tradeWeaknesses } from '../session/weak-passwords.ts';
import { confirmedActs, strictConfirmation, unconfirmed } from './confirm.ts';
import { changes, kinds } from './kinds.ts';
import { phraseLength, readPhrase } from './phrase.ts';

const moment = z.iso.datetime();

export const withdrawalLock = z.object({
  kind: z.enum(changes),
  changedAt: moment,
  loggedInAt: moment.nullable(),
  until: moment.nullable().describe('Null until the user logs in after the change.'),
});

export const showSecurity = endpoint({
  method: 'POST',
  path: '/index/user/security',
  auth: 'user',
  limit: usersReading,
  summary: 'The log-in methods of this account, and whether withdrawals are locked.',
  input: nothing,
  output: z.object({
    email: z.string().nullable().describe('As `mi•••@example.com`.'),
    phone: z.string().nullable(),
    passwordChangedAt: moment,
    tradePassword: z.boolean().describe('Whether it is set. It can never be changed or shown.'),
    authenticator: z.object({ since: moment }).nullable(),
    passkeys: z.array(z.object({ name: z.string(), addedAt: moment })),
    mailPhrase: z.boolean().describe('Whether it is set. It is only shown in emails.'),
    savedOnly: z
      .object({ on: z.boolean(), endsAt: moment.nullable() })
      .describe('Whether withdrawals go to saved payees only, and when that ends if it was switched off.'),
    lock: withdrawalLock.nullable(),
  }),
  errors: [],
});

export const listEvents = endpoint({
  method: 'POST',
  path: '/index/user/securityEvents',
  auth: 'user',
  limit: usersReading,
  summary: 'The security history of this account, newest first, in pages.',
  input: z.object({
    before: z.uuid().optional().describe('`next` of the previous page.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.uuid(),
        at: moment,
        kind: z.enum(kinds),
        detail: z.string().nullable(),
        address: z.string(),
        device: z.string(),
        times: z.int(),
      }),
    ),
    next: z.string().nullable(),
  }),
  errors: [],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/index/user/endOtherSessions',
  auth: 'user',
  limit: usersActing,
  summary: 'Ends all sessions of this account except this one.',
  input: nothing,
  output: nothing,
  errors: [],
});

const kind = z.enum(['email', 'phone']);
export type ContactKind = z.output<typeof kind>;
const contact = { kind, email: email.optional(), phone: phone.optional() };
/** Refuses a contact of the other kind. */
const onlyItsOwn = (c: { kind: ContactKind; email?: string | undefined; phone?: string | undefined }) =>
  c[c.kind === 'email' ? 'phone' : 'email'] === undefined;

export const sendContactCode = endpoint({
  method: 'POST',
  path: '/index/user/contactCode',
  auth: 'user',
  limit: [
    { per: 'user', burst: 10, everySeconds: 60, shared: true },
    { per: 'account', burst: 3, everySeconds: 300 },
  ],
  summary:
    'Sends a code to the current contact, or to a new one if given. The response is the same whether or not the new one has an account.',
  input: z.object(contact).refine(onlyItsOwn, { path: ['kind'] }),
  output: z.object({ resendAfterSeconds: z.int() }),
  errors: ['phone_unavailable', 'too_many_requests'],
});

export const changeContact = endpoint({
  method: 'POST',
  path: '/index/user/contact',
  auth: 'user',
  limit: [{ per: 'user', burst: 10, everySeconds: 60, shared: true }, ...ownerTries, ...personTries],
  summary:
    'Adds, changes or (without a new one) removes email or phone. Requires the password (and a code if an authenticator app is on) and a code from the old and the new contact. Ends all other sessions.',
  input: z
    .object({
      ...contact,
      password: z.string().min(1).max(passwordLength.max),
      code: factorCode.optional(),
      oldCode: verificationCode,
      newCode: verificationCode.optional(),
    })
    .refine(onlyItsOwn, { path: ['kind'] })
    .refine((c) => (c[c.kind] === undefined) === (c.newCode === undefined), { path: ['newCode'] }),
  output: nothing,
  errors: [
    'wrong_password',
    'wrong_factor',
    'factor_needed',
    'wrong_code',
    'wrong_new_code',
    'last_contact',
    'no_change',
    'too_many_requests',
  ],
});

export const lockAccount = endpoint({
  method: 'POST',
  path: '/index/index/lock',
  auth: 'visitor',
  limit: { per: 'address', burst: 60, everySeconds: 20, shared: true },
  summary:
    'Locks the account that a link from a security alert belongs to. All sessions end, and only a new password unlocks it.',
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
  output: nothing,
  errors: ['link_unknown'],
});

export const sendTradePasswordCode = endpoint({
  method: 'POST',
  path: '/index/user/tradePasswordCode',
  auth: 'user',
  limit: [
    { per: 'user', burst: 10, everySeconds: 60, shared: true },
    { per: 'account', burst: 3, everySeconds: 300 },
  ],
  summary: "Sends the code for setting the trade password, to the account's email, or to its phone if it has no email.",
  input: nothing,
  output: z.object({ resendAfterSeconds: z.int() }),
  errors: ['trade_password_is_set', 'phone_unavailable', 'too_many_requests'],
});

export const setTradePassword = endpoint({
  method: 'POST',
  path: '/index/user/tradePassword',
  auth: 'user',
  limit: [{ per: 'user', burst: 10, everySeconds: 60, shared: true }, ...ownerTries, ...personTries],
  summary:
    'Sets the trade password of an account without one. Requires the login password and the code that was sent (and a code if an authenticator app is on). It can never be changed. Ends all other sessions.',
  input: z.object({
    tradePassword,
    password: z.string().min(1).max(passwordLength.max),
    sentCode: verificationCode.describe('From `tradePasswordCode`.'),
    code: factorCode.optional(),
  }),
  output: nothing,
  errors: [
    ...tradeWeaknesses,
    'trade_password_is_set',
    'withdrawals_locked',
    'wrong_password',
    'wrong_code',
    'wrong_factor',
    'factor_needed',
    'too_many_requests',
  ],
});

/** Attempts at an account's trade password, for all purposes together. A correct one resets the count. */
export const tradePasswordTries: Limit = { per: 'account', burst: 5, everySeconds: 900 };

/** Changes of the phrase in emails. The user is notified of each by email. */
export const phraseChanges: Limit = { per: 'account', burst: 10, everySeconds: 3600 };
const phrase = z
  .string()
  .max(200)
  .transform((text, checks) => {
    const read = readPhrase(text);
    if (read === undefined) checks.addIssue({ code: 'custom' });
    return read ?? '';
  })
  .describe(`${phraseLength.min} to ${phraseLength.max} characters, none of them invisible.`);
export const setMailPhrase = endpoint({
  method: 'POST',
  path: '/index/user/mailPhrase',
  auth: 'user',
  limit: [usersActing, ...personTries, phraseChanges],
  summary:
    'Sets or removes the phrase shown in every email to this user. Requires the trade password (and a code if an authenticator app is on).',
  input: z.object({ phrase: phrase.nullable(), ...strictConfirmation, code: factorCode.optional() }),
  output: nothing,
  errors: [...unconfirmed, 'factor_needed', 'no_change'],
});

export const askConfirmation = endpoint({
  method: 'POST',
  path: '/index/user/askConfirmation',
  auth: 'user',
  limit: usersActing,
  summary:
    'The challenge for confirming one action with a passkey instead of the trade password. It is bound to this action and its details, and valid once, within five minutes.',
  input: z.object({
    act: z.enum(confirmedActs).describe('The call that it confirms.'),
    input: z.looseObject({}).describe('The input of that call, without the proof.'),
  }),
  output: z.object({ options: passkeyQuestion }),
  errors: ['not_found', 'factor_new', 'bad_input'],
});
