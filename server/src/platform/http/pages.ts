import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import type { Db } from '../database/db.ts';
import { keepAnswer } from './cached-answer.ts';

// Scripts and styles only from our own files: a text that slips into a page can never run.
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

/** For answers that are data: nothing may be loaded by them, or show them in a frame or as a page. */
export const callHeaders = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-disposition': 'attachment',
};

/** For the built files, of which a page has dozens: none is a page, and the page itself has said the rest. Workers go by the policy of their file. */
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

/** A file that anybody may have, and keep for ever or not at all. */
export type PublicFile = { type: string; bytes: Buffer; keep: 'for ever' | 'not' };
export type PublicFiles = { under: string; read: (db: Db, path: string) => Promise<PublicFile | undefined> };

/** Files read from the database, the same for everybody: caches may hold them, and pages of other sites may read them. */
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
/** The built web app: hashed files are kept for ever, the page itself is asked for each time. */
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
  // A page of a newer release, sent by a process that was started since, names files that were not there when this one started.
  app.get<{ Params: { '*': string } }>('/static/*', async (request, reply) => {
    const name = request.params['*'];
    if (isHashed.test(name) && existsSync(join(root, 'static', name))) return reply.sendFile(join('static', name));
    // A file of another release is gone; the page in its place would be run as a script, and fail in stranger ways.
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

/** The page as it is sent to who arrives at a certain address: it names the code of that address, so that it is fetched at once. */
async function pagesOf(root: string, page: string): Promise<Map<string, string>> {
  const text = await readFile(join(root, 'preload.json'), 'utf8').catch(() => '{}');
  const files: Record<string, string[]> = JSON.parse(text);
  const links = (rel: string, names: string[]) =>
    names.map((name) => `<link rel="${rel}" crossorigin href="${name}">`).join('');
  // Sheets stand behind what is painted without them; the code waits for them all the same.
  return new Map(
    Object.entries(files).map(([path, names]) => {
      const [sheets = [], code = []] = [true, false].map((is) => names.filter((name) => name.endsWith('.css') === is));
      const withCode = page.replace('</head>', `${links('modulepreload', code)}</head>`);
      return [path, withCode.replace('</body>', `${links('stylesheet', sheets)}</body>`)];
    }),
  );
}
