import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { ErrorName } from '@glasshouse/protocol/errors';
import { storedLocale } from '@glasshouse/web/lib/dictionary.tsx';
import type { z } from 'zod';
import { t } from './words.tsx';

/** The server answered and said no. `message` is already in the operator's language. */
export class Refused extends Error {
  readonly reason: ErrorName | undefined;
  readonly fields: readonly string[];
  constructor(message: string, reason?: ErrorName, fields: readonly string[] = []) {
    super(message);
    this.reason = reason;
    this.fields = fields;
  }
}

export type Answer<E extends Endpoint> = z.input<E['output']>;
export type Body<E extends Endpoint> = z.input<E['input']>;

const patience = 30_000;
const loggedOut = new Set<() => void>();

/** What to do when the server no longer knows the session. */
export const whenLoggedOut = (forget: () => void) => loggedOut.add(forget);

const xsrf = () => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';

async function ask(endpoint: Endpoint, body: unknown): Promise<{ code: number; msg: unknown; data: never }> {
  const init: RequestInit = {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', think_lang: storedLocale(), 'x-xsrf-token': xsrf() },
    signal: AbortSignal.timeout(patience),
    ...(endpoint.method === 'POST' && { body: JSON.stringify(body) }),
  };
  try {
    const response = await fetch(endpoint.path, init);
    return await response.json();
  } catch (error) {
    throw new Refused(t(error instanceof DOMException ? 'errors.slow' : 'errors.network'));
  }
}

/** One door to the server: screens get data, or an error whose message can be shown. */
export async function call<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Answer<E>> {
  const { code, msg, data } = await ask(endpoint, body);
  if (code === 200) return data;
  const { reason, fields } = (data ?? {}) as { reason?: ErrorName; fields?: string[] };
  if (code === 401) for (const forget of loggedOut) forget();
  throw new Refused(String(msg), reason, fields);
}

/** A sentence for any failure. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Refused ? error.message : t('errors.unexpected');
