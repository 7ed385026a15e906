import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../server/test/child.ts';
import { root, run } from './run.ts';

type Advisories = Record<string, { severity: string; title: string }>;

/** Runs an audit against a registry with these advisories, or against one without audits. */
async function audit(advisories: Advisories | undefined) {
  const asked = new Set<string>();
  const answer: RequestListener = async (request, response) => {
    if (request.method !== 'POST') {
      const name = decodeURIComponent(request.url!.slice(1));
      const versions = { '4.0.0': { name, version: '4.0.0' } };
      return response.end(JSON.stringify({ name, 'dist-tags': { latest: '4.0.0' }, versions }));
    }
    if (!advisories) return response.writeHead(405).end();
    const packages = await json(request.pipe(createGunzip()));
    for (const name of Object.keys(packages as object)) asked.add(name);
    const found = Object.entries(advisories).map(([name, { severity, title }], id) => [
      name,
      [{ id, url: `https://advisories.example/${id}`, title, severity, vulnerable_versions: '*' }],
    ]);
    return response.end(JSON.stringify(Object.fromEntries(found)));
  };
  const registry = createServer(answer).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const { port } = registry.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/`;
  // npm caches advisories.
  const { folder, remove } = await makeFolder('glasshouse-npm-');
  onTestFinished(remove);
  const told = { npm_config_registry: address, npm_config_cache: folder, npm_config_fetch_retries: '0' };
  const env = { ...process.env, ...told };
  const ended = await run(process.execPath, ['scripts/audit-dependencies.ts'], { cwd: root, env });
  return { ...ended, last: ended.output.trim().split('\n').at(-1), asked, address };
}

test('the audit passes if no dependency has a high or critical vulnerability', async () => {
  const { code, last, asked } = await audit({ zod: { severity: 'moderate', title: 'Slow' } });
  expect([code, last]).toEqual([0, expect.stringMatching(/^audit-dependencies: high=0 critical=0 below=[1-9]\d*$/)]);
  expect(asked).toContain('fastify');
}, 60_000);

test('a high or critical vulnerability fails the audit and is named', async () => {
  const { code, last, output } = await audit({ zod: { severity: 'critical', title: 'Parses anything' } });
  expect([code, last]).toEqual([1, expect.stringMatching(/^audit-dependencies: high=\d+ critical=[1-9]\d* below=0$/)]);
  expect(output).toContain('critical zod: Parses anything https://advisories.example/0');
}, 60_000);

test('a registry without audits fails the audit, with a message that nothing was checked', async () => {
  const { code, last, address } = await audit(undefined);
  expect(code).toBe(1);
  expect(last).toBe(
    `audit-dependencies: NOT CHECKED, the registry ${address} does not offer audits: 405 Method Not Allowed`,
  );
}, 60_000);
