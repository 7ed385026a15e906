import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { ErrorName } from '@glasshouse/protocol/errors';
import axios, { type AxiosError } from 'axios';
import type { z } from 'zod';
import { connectionBack, connectionLost } from './connection.ts';
import { storedLocale, t } from './words.tsx';

/** The server answered and said no. `message` is already in the user's language. */
export class Refused extends Error {
  readonly code: number;
  readonly reason: ErrorName | undefined;
  constructor(code: number, message: string, reason?: ErrorName) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

type Answer<E extends Endpoint> = z.input<E['output']>;
type Body<E extends Endpoint> = z.input<E['input']>;

// Same origin: axios copies the cookie XSRF-TOKEN into the header X-XSRF-TOKEN by itself.
const http = axios.create({ timeout: 60_000, headers: { 'content-type': 'application/json' } });
// Only a call that got no answer at all says something about the line.
http.interceptors.response.use(undefined, (error: AxiosError) => {
  if (error.response) connectionBack();
  else if (error.code !== 'ERR_CANCELED') connectionLost();
  return Promise.reject(error);
});
const on401 = new Set<() => void>();

/** What to do when the server no longer knows the session. */
export const whenLoggedOut = (forget: () => void) => on401.add(forget);

/**
 * One door to the server. Screens never see the envelope: they get data, or an error whose message can be shown.
 * Only types come from the protocol here, so that its schemas stay out of the first load; the path is still checked.
 */
export async function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  body: Body<E>,
): Promise<Answer<E>> {
  const headers = { think_lang: storedLocale() };
  const response = await http.request({ method, url: path, headers, ...(method === 'POST' && { data: body }) });
  connectionBack();
  const { code, msg, data } = response.data;
  if (code === 200) return data;
  if (code === 401) for (const forget of on401) forget();
  throw new Refused(code, String(msg) === '5' ? t('errors.invitationUnknown') : String(msg), data?.reason);
}

/** A sentence for any failure of `call`, the HTTP library's own texts translated. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (!axios.isAxiosError(error)) return t('errors.unexpected');
  if (error.response) return t('errors.status', { status: error.response.status });
  if (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT') {
    return error.message.startsWith('timeout') ? t('errors.timeout', { ms: 60_000 }) : t('errors.aborted');
  }
  return error.code === 'ERR_CANCELED' ? t('errors.aborted') : t('errors.network');
}
