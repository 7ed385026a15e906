import { now } from '@glasshouse/kit/clock.ts';
import { type Answer, ask, type Body, opened, Refused, Unanswered } from '@glasshouse/kit/http.ts';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { takeAnswer } from './boot-handoff.ts';
import { connectionBack, connectionLost } from './connection.ts';
import { t } from './words.tsx';

export { Refused } from '@glasshouse/kit/http.ts';

export const patience = 60_000;
const on401 = new Set<() => void>();

/** What to do when the server no longer knows the session. */
export const whenLoggedOut = (forget: () => void) => on401.add(forget);

/** Only a call that got no answer at all says something about the line. */
function noteLine(error: unknown, asked: number): void {
  if (error instanceof Unanswered && error.why !== 'status') {
    if (error.why !== 'aborted') connectionLost();
  } else connectionBack(asked);
}

/** Notes what an answer, or its absence, says about the line and the session. */
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
 * Screens never see the envelope: they get data, or an error whose message can be shown. Only types come from the protocol here, so that its
 * schemas stay out of the first load; the path is still checked.
 */
export const call = <E extends Endpoint>(method: E['method'], path: E['path'], body: Body<E>): Promise<Answer<E>> =>
  noted(asked<E>(method, path, body));

async function asked<E extends Endpoint>(method: E['method'], path: E['path'], body: Body<E>): Promise<Answer<E>> {
  const early = takeAnswer(path, body as object);
  try {
    if (early) return await opened<E>(early);
  } catch {
    // Whatever was wrong with it: the same is asked as if nobody had before.
  }
  return ask<E>({ method, path, body, patience });
}

/** A sentence for any failure of `call`. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message === '5' ? t('errors.invitationUnknown') : error.message;
  if (!(error instanceof Unanswered)) return t('errors.unexpected');
  if (error.why === 'status') return t('errors.status', { status: error.status ?? 0 });
  return error.why === 'timeout' ? t('errors.timeout', { ms: patience }) : t(`errors.${error.why}`);
}
