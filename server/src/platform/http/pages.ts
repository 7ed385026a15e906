import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Db } from '../database/db.ts';
import { keepAnswer } from './cached-answer.ts';

// Scripts and styles only from our own files, so text injected into a page can never run.
const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
// The reference page's own library writes its styles at run time.
const docsPolicy = contentPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

export const securityHeaders = {
  'content-security-policy': contentPolicy,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** For answers that are data: they may load nothing, and can't be shown in a frame or as a page. */
export const callHeaders = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'attachment',
};

/**
 * For the built files, of which a page has dozens. None of them is a page, and the page itself has the other headers.
 * Workers use the policy of their own file.
 */
export const fileHeaders = {
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

const docsPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glasshouse API</title></head>
<body><div id="reference"></div><script src="/docs/reference.js"></script><script src="/docs/start.js"></script></body></html>`;
const docsStart = `Scalar.createApiReference('#reference', { url: '/docs/openapi.json', withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true }, showDeveloperTools: 'never', hideClientButton: true });`;

const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
const sendLibrary = keepAnswer('text/javascript; charset=utf-8', () =>
  readFile(join(entry, '../browser/standalone.js')),
);

/** The API reference at /docs, served from our own files. The document is generated on the first request. */
export function serveDocs(app: FastifyInstance, document: () => unknown, onRequest: onRequestHookHandler): void {
  const sendDocument = keepAnswer('application/json; charset=utf-8', () => Buffer.from(JSON.stringify(document())));
  app.get('/docs', { onRequest }, (_, reply) =>
    reply.type('text/html').header('content-security-policy', docsPolicy).send(docsPage),
  );
  app.get('/docs/start.js', { onRequest }, (_, reply) => reply.type('text/javascript').send(docsStart));
  app.get('/docs/openapi.json', { onRequest }, sendDocument);
  app.get('/docs/reference.js', { onRequest }, sendLibrary);
}

/** A public file, which is cached either forever or not at all. */
export type PublicFile = { type: string; bytes: Buffer; keep: 'for ever' | 'not' };
export type PublicFiles = { under: string; read: (db: Db, path: string) => Promise<PublicFile | undefined> };

/** Files from the database, the same for all clients: caches may store them, and pages of other sites may read them. */
export function servePublic(
  app: FastifyInstance,
  { under, read }: PublicFiles,
  db: Db,
  onRequest: onRequestHookHandler,
) {
  app.get<{ Params: { '*': string } }>(`${under}/*`, { onRequest }, async (request, reply) => {
    const file = await read(db, request.params['*']);
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    const kept = file?.keep === 'for ever';
    reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache');
    return file ? reply.type(file.type).send(file.bytes) : reply.code(404).send();
  });
}

const isHashed = /^[\w-]+\.[\w.-]+$/;
/** The built web app: hashed files are cached forever, the page itself is requested each time. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  const page = await readFile(join(root, 'index.html'), 'utf8');
  const pages = await pagesOf(root, page);
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(root, 'static'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // A page of a newer release, sent by a process started later, names files that did not exist when this one started.
  app.get<{ Params: { '*': string } }>('/static/*', async (request, reply) => {
    const name = request.params['*'];
    if (isHashed.test(name) && existsSync(join(root, 'static', name))) return reply.sendFile(join('static', name));
    // The file belongs to another release and is gone. Answering with the page instead would make the browser run it as
    // a script, and fail in confusing ways.
    return reply.code(404).header('cache-control', 'no-cache').send();
  });
  app.get('/*', (request, reply) => {
    const path = request.url.split(/[?#]/, 1)[0]!.replace(/\/+$/, '');
    reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .send(pages.get(path || '/home') ?? page);
  });
}

/**
 * The page as it is sent for some landing addresses: it names the code of that address, so that it is loaded at once.
 */
async function pagesOf(root: string, page: string): Promise<Map<string, string>> {
  const text = await readFile(join(root, 'preload.json'), 'utf8').catch(() => '{}');
  const files: Record<string, string[]> = JSON.parse(text);
  const links = (rel: string, names: string[]) =>
    names.map((name) => `<link rel="${rel}" crossorigin href="${name}">`).join('');
  // Style sheets come after the content that is painted without them; the code still waits for them.
  return new Map(
    Object.entries(files).map(([path, names]) => {
      const [sheets = [], code = []] = [true, false].map((is) => names.filter((name) => name.endsWith('.css') === is));
      const withCode = page.replace('</head>', `${links('modulepreload', code)}</head>`);
      return [path, withCode.replace('</body>', `${links('stylesheet', sheets)}</body>`)];
    }),
  );
}
