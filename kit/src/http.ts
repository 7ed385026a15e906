import type { Endpoint } from '@glasshouse/protocol/endpoint';
import type { ErrorName } from '@glasshouse/protocol/errors';
import type { z } from 'zod';
import { storedLocale } from './dictionary.tsx';

export type Answer<E extends Endpoint> = z.input<E['output']>;
export type Body<E extends Endpoint> = z.input<E['input']>;

/** The server refused the call. `message` is in the user's language. */
export class Refused extends Error {
  readonly code: number;
  readonly reason: ErrorName | undefined;
  readonly fields: readonly string[];
  constructor(code: number, message: string, { reason, fields = [] }: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.fields = fields;
  }
}
type RefusalDetails = { reason?: ErrorName; fields?: readonly string[] };

/** No answer from the API: timeout, network error, page closed, or an answer from a proxy. */
export class Unanswered extends Error {
  readonly why: 'timeout' | 'network' | 'aborted' | 'status';
  readonly status: number | undefined;
  constructor(why: Unanswered['why'], status?: number) {
    super(status ? `${why} ${status}` : why);
    this.why = why;
    this.status = status;
  }
}

export type Envelope = { code: number; msg: unknown; data: never };
type Call = {
  method: Endpoint['method'];
  path: string;
  body: unknown;
  patience: number;
  /** The call continues when the page is closed. */
  keepalive?: boolean;
};

const xsrf = () => /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';

/** Headers of every call: the user's language, and the XSRF cookie as a header, which a page of another site cannot set. */
export const ownHeaders = () => ({ think_lang: storedLocale(), 'x-xsrf-token': xsrf() });

function whyOf(error: unknown): Unanswered['why'] {
  if (!(error instanceof DOMException)) return 'network';
  return error.name === 'TimeoutError' ? 'timeout' : 'aborted';
}

async function askOnce({ method, path, body, patience, keepalive = false }: Call): Promise<Envelope> {
  const headers = { 'content-type': 'application/json', ...ownHeaders() };
  const signal = AbortSignal.timeout(patience);
  let response: Response;
  try {
    const sent = method === 'POST' && { body: JSON.stringify(body) };
    response = await fetch(path, { method, headers, signal, keepalive, ...sent });
    if (response.ok) return await response.json();
  } catch (error) {
    // An answer that isn't JSON is not from our server.
    throw new Unanswered(error instanceof SyntaxError ? 'network' : whyOf(error));
  }
  throw new Unanswered('status', response.status);
}

/** The content of an envelope. If the refusal brought a token, the call is repeated once; nothing was done before. */
export async function opened<E extends Endpoint>(askOnce: () => Promise<Envelope>): Promise<Answer<E>> {
  let answer = await askOnce();
  // Without this, users who clear the cookies of an open page would have no token.
  if ((answer.data as RefusalDetails | null)?.reason === 'xsrf_mismatch') answer = await askOnce();
  const { code, msg, data } = answer;
  if (code === 200) return data;
  throw new Refused(code, String(msg), (data as RefusalDetails | null) ?? {});
}

/** Calls the server. Resolves to data, or throws `Refused` or `Unanswered`. */
export const ask = <E extends Endpoint>(call: Call): Promise<Answer<E>> => opened<E>(() => askOnce(call));
