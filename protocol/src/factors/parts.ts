import { z } from 'zod';
import type { Limit } from '../endpoint.ts';

// Fields shared by the second factors of operators and users.

export const authenticatorCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/));
export const recoveryCode = z
  .string()
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{12}$/));
/** An app code or a recovery code. Their forms differ, so one field takes both. */
export const factorCode = z
  .string()
  .max(40)
  .pipe(z.union([authenticatorCode, recoveryCode]));

/** The response of the browser's authenticator. The server's library checks every field. */
export const passkeyAnswer = z.looseObject({ id: z.string().max(1400), rawId: z.string().max(1400), type: z.string() });
export const passkeyQuestion = z.looseObject({ challenge: z.string() });
export const passkeyId = z.string().max(1400);
export const passkeyName = z.string().trim().min(1).max(60);
export const passkeys = z.array(
  z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime(), usedAt: z.iso.datetime().nullable() }),
);
export const newSecret = z.object({ secret: z.string(), uri: z.string() });
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Attempts at an operator's second factor, counted together for all factors. Callers already know the password. */
export const operatorTries: readonly Limit[] = [
  { per: 'account and address', burst: 5, everySeconds: 60 },
  { per: 'account and browser', burst: 5, everySeconds: 60 },
  { per: 'account', burst: 10, everySeconds: 60 },
];
/**
 * Attempts at a user's second factor, counted together for log-ins and changes of log-in methods. The limit is slower:
 * three of a million codes are valid at any time, and months of guessing must not succeed.
 */
export const personTries: readonly Limit[] = [
  { per: 'account and address', burst: 5, everySeconds: 300 },
  { per: 'account and browser', burst: 10, everySeconds: 300 },
  { per: 'account', burst: 10, everySeconds: 900 },
];
/** Attempts at the password when changing a log-in method. The caller has a session, which may be stolen. */
export const ownerTries: readonly Limit[] = [
  { per: 'account and address', burst: 10, everySeconds: 300 },
  { per: 'account and browser', burst: 10, everySeconds: 300 },
  { per: 'account', burst: 30, everySeconds: 300 },
];
