import assert from 'node:assert/strict';
import cookies from '@fastify/cookie';
import type { ErrorName } from '@glasshouse/protocol/errors';
import type { OperatorEndpoint } from '@glasshouse/protocol/office/call';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import { type Authenticate, type AuthenticateOperator, type Route, refusal } from './http.ts';
import { newId, newToken } from './ids.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { openapi } from './openapi.ts';
import { callHeaders, securityHeaders, serveDocs, serveWeb } from './pages.ts';
import { localeOf } from './words.ts';
import { xsrfRefusal } from './xsrf.ts';

const xsrfCookie = 'XSRF-TOKEN';
const bodyLimit = 64 * 1024;
const ceiling = 60_000;

/** Who is let in by which cookie. An app knows users or operators, never both, so that neither's session is worth anything at the other. */
type Door =
  | { cookie: 'glasshouse_session'; authenticate: Authenticate }
  | { cookie: 'glasshouse_operator'; authenticateOperator: AuthenticateOperator };

type Parts = {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  routes: readonly Route[];
  door: Door;
  /** Says until when users' calls wait for maintenance to end. */
  closedUntil?: (db: Db, now: Date) => Promise<Date | undefined>;
  ceilingMs?: number;
};

/** The HTTP side of the api and office roles: every route, the same checks in front of all of them. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log, routes, ceilingMs = ceiling } = parts;
  const app = fastify({
    genReqId: () => newId(),
    bodyLimit,
    requestTimeout: ceilingMs,
    trustProxy: config.TRUST_PROXY,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  const secure = config.ORIGINS.every((origin) => origin.startsWith('https:'));
  await app.register(cookies);

  // Hooks that wait for nothing are told so: a promise in each would cost more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    const headers = request.url.startsWith('/index/') ? callHeaders : securityHeaders;
    reply.headers(headers).header('x-request-id', request.id);
    if (request.method === 'POST') {
      const refused = xsrfRefusal(config.ORIGINS, {
        origin: request.headers.origin,
        cookie: request.cookies[xsrfCookie],
        header: request.headers['x-xsrf-token'] as string | undefined,
      });
      if (refused) return void answer(request, reply, refused);
    }
    if (!request.cookies[xsrfCookie]) {
      reply.setCookie(xsrfCookie, newToken(), { path: '/', sameSite: 'lax', secure });
    }
    done();
  });
  // A call that was under way when the stop began is answered, and its connection is not kept for more.
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done(null, payload);
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
    return answer(request, reply, 'server_error', { ref: request.id });
  });
  app.setNotFoundHandler((request, reply) => answer(request, reply, 'not_found'));

  for (const route of routes) addRoute(app, route, parts, secure);
  serveDocs(
    app,
    openapi(
      routes.map((route) => route.endpoint),
      parts.door.cookie,
    ),
  );
  if (config.WEB_ROOT) await serveWeb(app, config.WEB_ROOT);
  return app;
}

function addRoute(app: FastifyInstance, route: Route, parts: Parts, secure: boolean) {
  const { db, clock, metrics, door, closedUntil, ceilingMs = ceiling } = parts;
  const { method, path, auth, whileUpgrading } = route.endpoint;
  const office = door.cookie === 'glasshouse_operator';
  assert.equal(path.startsWith('/office/'), office, `${path} is served by the other role`);
  const attributes = { path: '/', httpOnly: true, sameSite: office ? 'strict' : 'lax', secure } as const;
  const present = !(route.endpoint as OperatorEndpoint).background;
  const timings = new Map<number, { observe: (seconds: number) => void }>();
  const timingOf = (code: number) => {
    const timing = timings.get(code) ?? metrics.calls.labels({ path, code });
    timings.set(code, timing);
    return timing;
  };
  const whoIs = async (now: Date, token: string | undefined) => {
    if (!token || auth === 'visitor') return { authenticated: undefined };
    if ('authenticate' in door) return { authenticated: await door.authenticate(now, token) };
    return { authenticated: undefined, operator: await door.authenticateOperator(db, now, token, present) };
  };
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const now = clock();
      const locale = localeOf(request.headers.think_lang);
      const until = whileUpgrading ? undefined : await closedUntil?.(db, now);
      if (until) return refusal(locale, 'upgrading', { until: until.toISOString() });
      const token = request.cookies[door.cookie];
      const writes: (() => void)[] = [];
      const cookie = {
        token,
        put: (value: string, expires: Date) =>
          writes.push(() => reply.setCookie(door.cookie, value, { ...attributes, expires })),
        drop: () => writes.push(() => reply.clearCookie(door.cookie, { path: '/' })),
      };
      const decide = async () =>
        route.handle({
          db,
          now,
          locale,
          address: request.ip,
          device: (request.headers['user-agent'] ?? '').slice(0, 200),
          cookie,
          ...(await whoIs(now, token)),
          body: request.body,
        });
      const late = () => refusal(locale, 'server_error', { ref: request.id });
      const envelope = await within(ceilingMs, decide(), late);
      if (envelope.code === 200) for (const write of writes) write();
      // A call of another tab must not end a log-in that is half done.
      if (envelope.code === 401 && !office) reply.clearCookie(door.cookie, { path: '/' });
      timingOf(envelope.code).observe(reply.elapsedTime / 1000);
      return envelope;
    },
  });
}

/** What was decided, or, once the time is up, something else. */
function within<T>(milliseconds: number, decided: Promise<T>, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), milliseconds);
    decided.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function answer(request: FastifyRequest, reply: FastifyReply, name: ErrorName, details?: Record<string, unknown>) {
  const status = /^\/(index|office)\//.test(request.url) ? 200 : name === 'not_found' ? 404 : 400;
  return reply.code(status).send(refusal(localeOf(request.headers.think_lang), name, details));
}
