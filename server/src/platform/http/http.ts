import type { Endpoint, Envelope, Input, Output, Refusal } from '@glasshouse/protocol/endpoint';
import { type ErrorName, errors } from '@glasshouse/protocol/errors';
import type { Locale } from '@glasshouse/protocol/locales';
import type { OperatorEndpoint } from '@glasshouse/protocol/operators/call';
import { mayDo, type OperatorRole } from '@glasshouse/protocol/operators/permissions';
import { z } from 'zod';
import { type Db, inTx, step, type Tx } from '../database/db.ts';
import type { Publish } from '../runtime/bus.ts';
import { minutes, plus } from '../runtime/clock.ts';
import { durationText, say } from '../runtime/words.ts';
import type { Limits } from './limits.ts';
import type { Details, Result } from './result.ts';

/** The user of a session. */
export type Authenticated = { userId: string; number: bigint; sessionId: string; frozen: boolean };
export type Authenticate = (now: Date, token: string) => Promise<Authenticated | undefined>;

/**
 * The operator of a session, who has always given a second factor. `factorAt` is when they last did, `enrolledAt` when
 * they set it up.
 */
export type Operator = {
  id: string;
  name: string;
  email: string;
  role: OperatorRole;
  sessionId: string;
  factorAt: Date;
  enrolledAt: Date;
};
/** `present` is false for calls that an open page makes on its own: they don't extend a session. */
export type AuthenticateOperator = (
  db: Db,
  now: Date,
  token: string,
  present: boolean,
) => Promise<Operator | undefined>;

/** Reads the file of a form, for a call that takes one, once the caller is known and permitted. */
type ReadFile = () => Promise<Result<Buffer, 'bad_input' | 'file_too_large' | 'file_busy'>>;

/** The session cookie, which a decision can read and set. It is written only if the decision is accepted. */
type SessionCookie = { token: string | undefined; put: (token: string, until: Date) => void; drop: () => void };

/** A name that this browser got at a log-in, to recognize it later. It grants no access. */
type BrowserCookie = { token: string | undefined; put: (token: string, until: Date) => void };

type Request = {
  db: Db;
  now: Date;
  locale: Locale;
  address: string;
  device: string;
  cookie: SessionCookie;
  /** Publishes events. They are sent once the decision is accepted and committed. */
  publish: Publish;
  browser: BrowserCookie;
  file: ReadFile;
  limits: Limits;
  authenticated: Authenticated | undefined;
  operator?: Operator | undefined;
  body: unknown;
};
type Who<E extends Endpoint> = E['auth'] extends 'visitor' | 'operator' ? undefined : Authenticated;
export type Caller<E extends Endpoint = Endpoint> = Omit<
  Request,
  'db' | 'body' | 'limits' | 'authenticated' | 'operator'
> & {
  user: Who<E>;
};

/**
 * Provides short transactions that are committed whatever is decided later, and one last transaction for the decision
 * itself.
 */
export type Steps = {
  step: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  inTx: <T, E = never>(decide: (tx: Tx) => Promise<Result<T, E>>) => Promise<Result<T, E>>;
};
export type Route = { endpoint: Endpoint; handle: (request: Request) => Promise<Envelope> };

export type Decide<E extends Endpoint, C> = (call: C, input: Input<E>) => Promise<Result<Output<E>, Refusal<E>>>;

/** Binds an endpoint to its decision, in one transaction. Refusals that the endpoint doesn't declare don't compile. */
export const serve = <E extends Endpoint>(endpoint: E, decide: Decide<E, Caller<E> & { tx: Tx }>): Route =>
  route(endpoint, ({ db, operator: _, ...caller }, input) => inTx(db, (tx) => decide({ ...caller, tx }, input)));

/** Like `serve`, if attempts must be counted even when the call is refused, or hashing must not hold a connection. */
export const serveInSteps = <E extends Endpoint>(endpoint: E, decide: Decide<E, Caller<E> & Steps>): Route =>
  route(endpoint, ({ db, operator: _, ...caller }, input) =>
    decide({ ...caller, step: (work) => step(db, work), inTx: (work) => inTx(db, work) }, input),
  );

type Whole<E extends Endpoint> = Caller<E> & { db: Db; operator?: Operator | undefined };

/**
 * Everything that calls have in common: permission, input, limits and the envelope. `serve` and its variants are built
 * on it.
 */
export const route = <E extends Endpoint>(endpoint: E, decide: Decide<E, Whole<E>>): Route => ({
  endpoint,
  handle: async ({ body, authenticated, limits, ...request }) => {
    const barred = barredBy(endpoint, authenticated, request);
    if (barred) return refusal(request.locale, barred);
    const input = z.safeDecode(endpoint.input, (body ?? {}) as never);
    if (input.success && holdsNul(body)) return refusal(request.locale, 'bad_input', { fields: [] });
    if (!input.success) return refusal(request.locale, 'bad_input', { fields: fieldsOf(input.error) });
    const { db, now, address } = request;
    const calling = { db, now, address, user: authenticated?.userId, operator: request.operator?.id };
    const seconds = await limits(endpoint, calling);
    if (seconds > 0) return refusal(request.locale, 'too_many_requests', { seconds });
    const user = (endpoint.auth === 'visitor' ? undefined : authenticated) as Who<E>;
    const result = await decide({ ...request, user }, input.data as Input<E>);
    if (!result.ok) return refusal(request.locale, result.error, result.details);
    const data = z.encode(endpoint.output, result.value as never);
    return { code: 200, msg: say(request.locale, 'success'), data };
  },
});

const factorStaysFresh = minutes(10);

function barredBy(
  endpoint: Endpoint,
  user: Authenticated | undefined,
  { operator, now }: { operator?: Operator | undefined; now: Date },
): ErrorName | undefined {
  if (endpoint.auth === 'visitor') return undefined;
  if (endpoint.auth !== 'operator') {
    if (!user) return 'not_logged_in';
    return user.frozen && endpoint.auth === 'user' ? 'account_abnormal' : undefined;
  }
  const { permission, fresh } = endpoint as OperatorEndpoint;
  if (!operator) return 'not_logged_in';
  if (!mayDo(operator.role, permission)) return 'not_permitted';
  return fresh && plus(operator.factorAt, factorStaysFresh) < now ? 'factor_stale' : undefined;
}

// PostgreSQL can't store U+0000 in a text, and no legitimate input contains it.
function holdsNul(body: unknown): boolean {
  const left = [body];
  for (const value of left) {
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) left.push(key, inner);
  }
  return false;
}

const fieldsOf = (error: z.ZodError) => [...new Set(error.issues.map((issue) => issue.path.join('.')))].slice(0, 20);

/** The envelope of a refusal, with its sentence in the caller's language. */
export function refusal(locale: Locale, name: ErrorName, details: Details = {}): Envelope {
  const { code, msg }: { code: number; msg?: number } = errors[name];
  const wait = typeof details.seconds === 'number' && { wait: durationText(locale, details.seconds) };
  const sentence = () => withTries(locale, say(locale, `errors.${name}`, wait || {}), details);
  return { code, msg: msg ?? sentence(), data: { reason: name, ...details } };
}

/** A refusal with the attempts left and, once there are none, how often another is allowed. */
function withTries(locale: Locale, refusal: string, { triesLeft, nextTryAfter }: Details): string {
  if (typeof triesLeft !== 'number' || typeof nextTryAfter !== 'number') return refusal;
  const words = { refusal, tries: triesLeft, wait: durationText(locale, nextTryAfter) };
  return say(locale, triesLeft > 0 ? 'tries.left' : 'tries.none', words);
}
