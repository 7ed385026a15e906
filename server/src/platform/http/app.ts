import assert from 'node:assert/strict';
import cookies from '@fastify/cookie';
import { visitorsReading } from '@glasshouse/protocol/endpoint';
import { type ErrorName, errors } from '@glasshouse/protocol/errors';
import type { OperatorEndpoint } from '@glasshouse/protocol/operators/call';
import type { Span } from '@opentelemetry/api';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type onRequestHookHandler,
} from 'fastify';
import type { Db } from '../database/db.ts';
import { newId, newToken } from '../database/ids.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { beginTrace } from '../observability/trace.ts';
import type { Publish } from '../runtime/bus.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Config, roomOf } from '../runtime/config.ts';
import { localeOf } from '../runtime/words.ts';
import { addressOf, network } from './addresses.ts';
import { createBoundedServer } from './bounded-server.ts';
import { createBuckets } from './buckets.ts';
import { compress, isWorthCompressing } from './compress.ts';
import { cookieNamed, isSecure } from './cookies.ts';
import { openForm } from './form.ts';
import {
  type Authenticate,
  type Authenticated,
  type AuthenticateOperator,
  type Operator,
  type Route,
  refusal,
} from './http.ts';
import { createLimits, type Limits } from './limits.ts';
import { openapi } from './openapi.ts';
import {
  callHeaders,
  fileHeaders,
  type PublicFiles,
  securityHeaders,
  serveDocs,
  servePublic,
  serveWeb,
} from './pages.ts';
import { serveSecurityTxt } from './security-txt.ts';
import { createSessionTries, type SessionTries } from './session-tries.ts';
import { xsrfRefusal } from './xsrf.ts';

const xsrfCookie = 'XSRF-TOKEN';
const bodyLimit = 64 * 1024;
const ceiling = 60_000;

/**
 * Which session cookie is accepted. An app knows either users or operators, so a session of one is worthless at the
 * other.
 */
type Door =
  | { cookie: 'glasshouse_session'; authenticate: Authenticate }
  | { cookie: 'glasshouse_operator'; authenticateOperator: AuthenticateOperator };

type Parts = {
  config: Config;
  db: Db;
  bus: { publish: Publish };
  clock: Clock;
  log: Log;
  metrics: Metrics;
  routes: readonly Route[];
  /** Files that anyone may read. */
  publicFiles?: readonly PublicFiles[];
  door: Door;
  /** Until when users' calls are refused for maintenance. */
  closedUntil?: (db: Db, now: Date) => Promise<Date | undefined>;
  ceilingMs?: number;
};

/** The HTTP side of the api and office roles: every route, with the same checks for all. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log, routes, publicFiles = [] } = parts;
  const isPublic = (url: string) => publicFiles.some(({ under }) => url.startsWith(`${under}/`));
  const app = fastify({
    genReqId: () => newId(),
    bodyLimit,
    serverFactory: (handle) => createBoundedServer(handle, roomOf(config)),
    trustProxy: config.TRUST_PROXY,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  const secure = isSecure(config.ORIGINS);
  await app.register(cookies);

  // These hooks are synchronous: a promise in each would cost more than their work.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url)).header('x-request-id', request.id);
    // Refusals set it too, so that a caller without a token can retry with one. Answers that caches share have none.
    if (!request.cookies[xsrfCookie] && !isPublic(request.url) && !isBuilt(request.url)) {
      reply.setCookie(xsrfCookie, newToken(), { path: '/', sameSite: 'lax', secure });
    }
    if (request.method === 'POST') {
      const refused = xsrfRefusal(config.ORIGINS, {
        origin: request.headers.origin,
        cookie: request.cookies[xsrfCookie],
        header: request.headers['x-xsrf-token'] as string | undefined,
      });
      if (refused) return void answer(request, reply, refused);
    }
    done();
  });
  // After the stop began, calls in progress are answered, and their connections are closed afterwards.
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    if (isWorthCompressing(request, payload)) compress(request, reply, payload, done);
    else done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url ?? 'unknown';
    log.info({
      id: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error.statusCode && error.statusCode < 500) return answer(request, reply, 'bad_input');
    log.error({ id: request.id, err: error }, 'a call failed');
    const path = request.routeOptions.url ?? 'unknown';
    parts.metrics.calls.observe({ path, code: errors.server_error.code }, reply.elapsedTime / 1000);
    return answer(request, reply, 'server_error', { ref: request.id });
  });
  app.setNotFoundHandler((request, reply) => answer(request, reply, 'not_found'));

  const shared = { limits: createLimits(), tries: createSessionTries(), secure };
  for (const route of routes) {
    if (!route.endpoint.takesFile) addRoute(app, route, parts, shared);
    else
      app.register(async (scope) => {
        // A form is not read until the sender is known and permitted.
        scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
        addRoute(scope, route, parts, shared);
      });
  }
  const endpoints = routes.map((route) => route.endpoint);
  const document = () => openapi(endpoints, cookieNamed(parts.door.cookie, config.ORIGINS));
  const readers = createBuckets(visitorsReading);
  const taking: onRequestHookHandler = (request, reply, done) => {
    const seconds = readers.take(network(addressOf(request.raw, config.TRUST_PROXY)), parts.clock());
    if (seconds === 0) return done();
    reply.header('retry-after', seconds);
    answer(request, reply, 'too_many_requests', { seconds });
  };
  serveDocs(app, document, taking);
  const { SECURITY_CONTACT: contacts, ORIGINS } = config;
  serveSecurityTxt(app, { contacts, origin: ORIGINS[0]!, clock: parts.clock }, taking);
  for (const files of publicFiles) servePublic(app, files, parts.db, taking);
  if (config.WEB_ROOT) await serveWeb(app, config.WEB_ROOT);
  return app;
}

type SharedParts = { limits: Limits; tries: SessionTries; secure: boolean };

function addRoute(app: FastifyInstance, route: Route, parts: Parts, { limits, tries, secure }: SharedParts) {
  const { config, db, bus, clock, metrics, door, closedUntil, ceilingMs = ceiling } = parts;
  const { method, path, auth, whileUpgrading, takesFile = 0 } = route.endpoint;
  const office = door.cookie === 'glasshouse_operator';
  assert.equal(path.startsWith('/office/'), office, `${path} is served by the other role`);
  const name = cookieNamed(door.cookie, config.ORIGINS);
  const attributes = { path: '/', httpOnly: true, sameSite: office ? 'strict' : 'lax', secure } as const;
  const browserCookie = `${name}_browser`;
  const present = !(route.endpoint as OperatorEndpoint).background;
  const timings = new Map<number, { observe: (seconds: number) => void }>();
  const timingOf = (code: number) => {
    const timing = timings.get(code) ?? metrics.calls.labels({ path, code });
    timings.set(code, timing);
    return timing;
  };
  const lookUp = async (now: Date, token: string) =>
    'authenticate' in door
      ? { authenticated: await door.authenticate(now, token) }
      : { authenticated: undefined, operator: await door.authenticateOperator(db, now, token, present) };
  type Found = { authenticated?: Authenticated | undefined; operator?: Operator | undefined; wait?: number };
  const whoIs = async (now: Date, token: string | undefined, address: string): Promise<Found> => {
    if (!token || auth === 'visitor') return {};
    const wait = tries.wait(token, address, now);
    if (wait > 0) return { wait };
    const found: Found = await lookUp(now, token);
    if (found.authenticated ?? found.operator) tries.remember(token);
    else tries.notFound(token, address, now);
    return found;
  };
  const answerCall = async (request: FastifyRequest, reply: FastifyReply, span: Span | undefined) => {
    reply.header('cache-control', 'no-store');
    const now = clock();
    const locale = localeOf(request.headers.think_lang);
    const until = whileUpgrading ? undefined : await closedUntil?.(db, now);
    if (until) return refusal(locale, 'upgrading', { until: until.toISOString() });
    const token = request.cookies[name];
    const writes: (() => void)[] = [];
    const cookie = {
      token,
      put: (value: string, expires: Date) =>
        writes.push(() => {
          reply.setCookie(name, value, { ...attributes, expires });
          tries.remember(value);
        }),
      drop: () => writes.push(() => reply.clearCookie(name, attributes)),
    };
    const browser = {
      token: tokenIn(request.cookies[browserCookie]),
      put: (value: string, expires: Date) =>
        writes.push(() => reply.setCookie(browserCookie, value, { ...attributes, expires })),
    };
    const address = addressOf(request.raw, config.TRUST_PROXY);
    const form = openForm(request.raw, takesFile, address);
    const decide = async () => {
      const { wait, authenticated, operator } = await whoIs(now, token, address);
      if (wait) return refusal(locale, 'too_many_requests', { seconds: wait });
      return route.handle({
        db,
        now,
        locale,
        address,
        device: (request.headers['user-agent'] ?? '').slice(0, 200),
        cookie,
        publish: (subject, text) => writes.push(() => bus.publish(subject, text)),
        browser,
        file: form.read,
        limits,
        authenticated,
        operator,
        body: request.body,
      });
    };
    const late = () => refusal(locale, 'server_error', { ref: request.id });
    const envelope = await within(ceilingMs, decide().finally(form.close), late);
    if (envelope.code === 200) for (const write of writes) write();
    // A call from another tab must not end a log-in that is half done.
    if (envelope.code === 401 && !office) reply.clearCookie(name, attributes);
    const { seconds } = (envelope.data ?? {}) as { seconds?: number };
    if (envelope.code === 429 && seconds) reply.header('retry-after', seconds);
    timingOf(envelope.code).observe(reply.elapsedTime / 1000);
    span?.setAttribute('glasshouse.code', envelope.code);
    return envelope;
  };
  app.route({
    method,
    url: path,
    // The request's id is also in its line of the log.
    handler: (request, reply) =>
      beginTrace(`${method} ${path}`, { 'http.route': path, 'glasshouse.request': request.id }, (span) =>
        answerCall(request, reply, span),
      ),
  });
}

const tokenIn = (text: string | undefined) => (text && /^[\w-]{43}$/.test(text) ? text : undefined);

/** The decision, or `late()` once the time is up. */
function within<T>(milliseconds: number, decided: Promise<T>, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), milliseconds);
    decided.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const isCall = (url: string) => /^\/(index|office)\//.test(url);
const isBuilt = (url: string) => url.startsWith('/static/');
const headersFor = (url: string) => (isCall(url) ? callHeaders : isBuilt(url) ? fileHeaders : securityHeaders);
const plainStatuses: Partial<Record<ErrorName, number>> = { not_found: 404, too_many_requests: 429 };
function answer(request: FastifyRequest, reply: FastifyReply, name: ErrorName, details?: Record<string, unknown>) {
  const status = isCall(request.url) ? 200 : (plainStatuses[name] ?? 400);
  return reply.code(status).send(refusal(localeOf(request.headers.think_lang), name, details));
}
