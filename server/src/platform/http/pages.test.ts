import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { serveWeb } from './pages.ts';

test('a running process serves the files of a newer release, and no other files', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const lay = (path: string, bytes: string | Buffer) => writeFileSync(join(root, path), bytes);
  mkdirSync(join(root, 'static'));
  lay('index.html', '<head></head>');
  lay('static/index-old.js', 'old');
  const app = fastify();
  await serveWeb(app, root);
  expect((await app.inject('/static/index-new.js')).statusCode).toBe(404);

  lay('static/index-new.js', 'new');
  lay('static/index-new.js.gz', gzipSync('new'));
  lay('secret.js', 'beside them');
  const [old, fresh] = [await app.inject('/static/index-old.js'), await app.inject('/static/index-new.js')];
  expect([old.body, fresh.body]).toEqual(['old', 'new']);
  for (const name of ['cache-control', 'content-type'])
    expect([name, fresh.headers[name]]).toEqual([name, old.headers[name]]);
  const packed = await app.inject({ url: '/static/index-new.js', headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');

  for (const path of ['index-gone.js', '..%2fsecret.js', '.', '', 'a/b.js'])
    expect([path, (await app.inject(`/static/${path}`)).statusCode]).toEqual([path, 404]);
});
