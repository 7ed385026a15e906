import { now } from '@glasshouse/kit/clock.ts';
import { type Answer, ask, type Body, opened, Refused, Unanswered } from '@glasshouse/kit/http.ts';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { takeAnswer } from './boot-handoff.ts';
import { connectionBack, connectionLost } from './connection.ts';
import { t } from './words.tsx';

export { Refused } from '@glasshouse/kit/http.ts';

export const patience = 60_000;
const on401 = new Set<() => void>();

/** Registers what to do when the server no longer knows the session. */
export const whenLoggedOut = (forget: () => void) => on401.add(forget);

/** A call counts as lost only if it got no answer at all. */
function noteLine(error: unknown, asked: number): void {
  if (error instanceof Unanswered && error.why !== 'status') {
    if (error.why !== 'aborted') connectionLost();
  } else connectionBack(asked);
}

/** Updates the connection state and the session from an answer, or from its absence. */
export async function noted<A>(answer: Promise<A>): Promise<A> {
  const asked = now();
  try {
    const data = await answer;
    connectionBack(asked);
    return data;
  } catch (error) {
    noteLine(error, asked);
    if (error instanceof Refused && error.code === 401) for (const forget of on401) forget();
    throw error;
  }
}

/**
 * Calls an endpoint. Screens get data, or an error with a message that can be shown, never the envelope. Only types are
 * imported from the protocol, which keeps its schemas out of the first load; the path is still type-checked.
 */
export const call = <E extends Endpoint>(method: E['method'], path: E['path'], body: Body<E>): Promise<Answer<E>> =>
  noted(asked<E>(method, path, body));

async function asked<E extends Endpoint>(method: E['method'], path: E['path'], body: Body<E>): Promise<Answer<E>> {
  const early = takeAnswer(path, body as object);
  try {
    if (early) return await opened<E>(early);
  } catch {
    // If the early answer failed for any reason, the call is made again.
  }
  return ask<E>({ method, path, body, patience });
}

/** A message for any failure of `call`. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message === '5' ? t('errors.invitationUnknown') : error.message;
  if (!(error instanceof Unanswered)) return t('errors.unexpected');
  if (error.why === 'status') return t('errors.status', { status: error.status ?? 0 });
  return error.why === 'timeout' ? t('errors.timeout', { ms: patience }) : t(`errors.${error.why}`);
}
