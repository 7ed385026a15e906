import { z } from 'zod';
import { endpoint, type Limit, nothing, usersActing, usersReading, visitorsReading } from '../endpoint.ts';
import { factorCode, ownerTries, personTries } from '../factors/parts.ts';
import { tradeWeaknesses, weaknesses } from './weak-passwords.ts';

export const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9._-]{2,31}$/);
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** International form without spaces, e.g. +8613800138000. */
export const phone = z
  .string()
  .transform((text) => text.replaceAll(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/));
export const passwordLength = { min: 10, max: 128 } as const;
export const password = z.string().min(passwordLength.min).max(passwordLength.max);
export const tradePassword = z.string().regex(/^\d{6}$/);
/** Six digits, or fourteen after too many wrong attempts. */
export const verificationCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^(\d{6}|\d{14})$/));
export const invitationCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{4,16}$/);
/** ISO 3166-1 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/);

/** The recipient of a code: exactly one of the two. */
const contact = { email: email.optional(), phone: phone.optional() };
const oneContact = (c: { email?: string | undefined; phone?: string | undefined }) =>
  (c.email === undefined) !== (c.phone === undefined);

export const userInfo = z.object({
  id: z.uuid(),
  number: z.string().describe('The short id shown to people.'),
  username: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string(),
  invitationCode: z.string(),
  creditScore: z.int(),
  vipLevel: z.int(),
  identity: z.enum(['none', 'under_review', 'passed', 'rejected']),
  status: z.enum(['normal', 'abnormal', 'deleted']),
  registeredAt: z.iso.datetime(),
  leavesAt: z.iso.datetime().nullable().describe('When the account will be deleted, if its user requested that.'),
  tradePassword: z.boolean().describe('Whether there is one.'),
});
export type UserInfo = z.output<typeof userInfo>;

/** Attempts at six-digit codes sent to one address, across days and codes. */
const codeTries: Limit = { per: 'account', burst: 10, everySeconds: 6 * 3600 };

export const sendCode = endpoint({
  method: 'POST',
  path: '/index/index/sendcode',
  auth: 'visitor',
  limit: [
    { per: 'address', burst: 150, everySeconds: 20, shared: true },
    { per: 'account', burst: 3, everySeconds: 300 },
  ],
  summary: 'Sends a six-digit code by mail or text message. The answer is the same whether or not an account exists.',
  input: z.object({ ...contact, purpose: z.enum(['register', 'forget']) }).refine(oneContact, { path: ['email'] }),
  output: z.object({ resendAfterSeconds: z.int() }),
  errors: ['phone_unavailable', 'too_many_requests'],
});

export const register = endpoint({
  method: 'POST',
  path: '/index/index/register',
  auth: 'visitor',
  limit: [{ per: 'address', burst: 150, everySeconds: 20, shared: true }, codeTries],
  summary: 'Opens an account and logs it in.',
  input: z
    .object({
      ...contact,
      username: username.optional().describe('If omitted, a name is generated.'),
      country,
      password,
      tradePassword: tradePassword.optional().describe('May be set later, once.'),
      code: verificationCode,
      invitationCode: invitationCode.optional(),
      accept: z.literal(true).describe('The user accepts the terms and understands that all money is simulated.'),
    })
    .refine(oneContact, { path: ['email'] }),
  output: userInfo,
  errors: [
    ...weaknesses,
    ...tradeWeaknesses,
    'wrong_code',
    'username_taken',
    'invitation_required',
    'invitation_unknown',
    'too_many_requests',
  ],
});

export const login = endpoint({
  method: 'POST',
  path: '/index/index/login',
  auth: 'visitor',
  limit: [
    { per: 'address', burst: 200, everySeconds: 2, shared: true },
    { per: 'account and address', burst: 10, everySeconds: 60 },
    { per: 'account and browser', burst: 10, everySeconds: 60 },
    { per: 'account', burst: 100, everySeconds: 60 },
  ],
  summary:
    'Logs in with username, email or phone. If an authenticator app is on, its code or a recovery code is required too.',
  input: z.object({
    account: z.string().trim().min(1).max(254),
    password: z.string().min(1).max(passwordLength.max),
    code: factorCode.optional(),
  }),
  output: userInfo,
  errors: ['wrong_account_or_password', 'account_locked', 'factor_needed', 'wrong_factor', 'too_many_requests'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/index/index/logout',
  auth: 'visitor',
  limit: visitorsReading,
  summary: 'Ends this session.',
  input: nothing,
  output: nothing,
  errors: [],
});

export const forget = endpoint({
  method: 'POST',
  path: '/index/index/forget',
  auth: 'visitor',
  limit: [{ per: 'address', burst: 60, everySeconds: 20, shared: true }, codeTries],
  summary: 'Sets a new login password with a code sent to the email or phone. Ends all sessions of the account.',
  input: z.object({ ...contact, code: verificationCode, password }).refine(oneContact, { path: ['email'] }),
  output: nothing,
  errors: ['wrong_code', ...weaknesses, 'too_many_requests'],
});

export const getUser = endpoint({
  method: 'POST',
  path: '/index/user/getuser',
  auth: 'frozen-user',
  limit: usersReading,
  summary: 'The logged-in user.',
  input: nothing,
  output: userInfo,
  errors: [],
});

export const editPassword = endpoint({
  method: 'POST',
  path: '/index/user/editPsw',
  auth: 'user',
  limit: [{ per: 'user', burst: 10, everySeconds: 60, shared: true }, ...ownerTries, ...personTries],
  summary:
    'Changes the login password and ends all sessions of the account, including this one. Requires a code if an authenticator app is on.',
  input: z.object({
    oldPassword: z.string().min(1).max(passwordLength.max),
    code: factorCode.optional(),
    password,
  }),
  output: nothing,
  errors: [...weaknesses, 'wrong_old_password', 'wrong_factor', 'factor_needed', 'too_many_requests'],
});

const sessionId = z.uuid();
export const listSessions = endpoint({
  method: 'POST',
  path: '/index/user/sessions',
  auth: 'user',
  limit: usersReading,
  summary: 'The sessions of this account, newest first, at most 50.',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: sessionId,
        current: z.boolean(),
        address: z.string(),
        device: z.string(),
        startedAt: z.iso.datetime(),
        seenAt: z.iso.datetime(),
      }),
    ),
  }),
  errors: [],
});
export const endSession = endpoint({
  method: 'POST',
  path: '/index/user/endSession',
  auth: 'user',
  limit: usersActing,
  summary: 'Ends one session of this account.',
  input: z.object({ id: sessionId }),
  output: nothing,
  errors: ['not_found'],
});
