import { z } from 'zod';
import type { Limit } from '../endpoint.ts';

// What the factors of operators and of people are made of.

export const authenticatorCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/));
export const recoveryCode = z
  .string()
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{12}$/));
/** Whichever is at hand; they cannot be taken for each other. */
export const factorCode = z
  .string()
  .max(40)
  .pipe(z.union([authenticatorCode, recoveryCode]));

/** What the browser's authenticator said; the server's library checks every part of it. */
export const passkeyAnswer = z.looseObject({ id: z.string().max(1400), rawId: z.string().max(1400), type: z.string() });
export const passkeyQuestion = z.looseObject({ challenge: z.string() });
export const passkeyId = z.string().max(1400);
export const passkeyName = z.string().trim().min(1).max(60);
export const passkeys = z.array(
  z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime(), usedAt: z.iso.datetime().nullable() }),
);
export const newSecret = z.object({ secret: z.string(), uri: z.string() });
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Tries of an operator's second factor, counted together whichever factor it is. Whoever gets here knows the password. */
export const operatorTries: readonly Limit[] = [
  { per: 'account and address', burst: 5, everySeconds: 60 },
  { per: 'account and browser', burst: 5, everySeconds: 60 },
  { per: 'account', burst: 10, everySeconds: 60 },
];
/**
 * Tries of a person's, at the log-in and at every change of the ways in together. Slower: three codes of a million are right at any
 * time, and months of guessing must come to nothing.
 */
export const personTries: readonly Limit[] = [
  { per: 'account and address', burst: 5, everySeconds: 300 },
  { per: 'account and browser', burst: 10, everySeconds: 300 },
  { per: 'account', burst: 10, everySeconds: 900 },
];
/** Tries of the password where a way in is changed: by somebody with a session, who may have found it. */
export const ownerTries: readonly Limit[] = [
  { per: 'account and address', burst: 10, everySeconds: 300 },
  { per: 'account and browser', burst: 10, everySeconds: 300 },
  { per: 'account', burst: 30, everySeconds: 300 },
];
