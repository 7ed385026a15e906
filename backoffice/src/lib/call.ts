import { type Answer, ask, type Body, Refused, Unanswered } from '@glasshouse/kit/http.ts';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { ErrorName } from '@glasshouse/protocol/errors';
import { t } from './words.tsx';

export { type Answer, type Body, Refused } from '@glasshouse/kit/http.ts';

const patience = 30_000;
const loggedOut = new Set<() => void>();

/** Registers a callback for when the server no longer knows the session. */
export const whenLoggedOut = (forget: () => void) => loggedOut.add(forget);

/** Screens get data, or an error whose message can be shown. */
export async function call<E extends Endpoint>(
  { method, path }: E,
  body: Body<E>,
  options: { keepalive?: boolean } = {},
): Promise<Answer<E>> {
  try {
    return await ask<E>({ method, path, body, patience, ...options });
  } catch (error) {
    if (error instanceof Refused && error.code === 401) for (const forget of loggedOut) forget();
    throw error;
  }
}

/** The message of a refusal for the field it concerns, if it has one of these reasons. */
export const refusalOf = (error: unknown, ...reasons: ErrorName[]): string | undefined =>
  error instanceof Refused && error.reason && reasons.includes(error.reason) ? error.message : undefined;

/** A message for any failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof Unanswered)) return t('errors.unexpected');
  return t(error.why === 'timeout' ? 'errors.slow' : 'errors.network');
}
