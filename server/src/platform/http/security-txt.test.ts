import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newWorld, origin } from '../../../test/world.ts';
import { days } from '../runtime/clock.ts';

const contacts = ['mailto:security@site.example', 'https://site.example/report'];
const fieldsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/, 2));

test('security.txt names the contacts, a policy that exists, and an expiry that is always in the future', async () => {
  const world = await newWorld({ config: { SECURITY_CONTACT: contacts } });
  for (const expires of ['2026-12-15T00:00:00.000Z', '2027-12-15T00:00:00.000Z']) {
    const { statusCode, headers, body } = await world.app.inject('/.well-known/security.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(fieldsOf(body)).toEqual([
      ['Contact', contacts[0]],
      ['Contact', contacts[1]],
      ['Expires', expires],
      ['Canonical', `${origin}/.well-known/security.txt`],
      ['Policy', `${origin}/.well-known/security-policy.txt`],
    ]);
    world.pass(days(365));
  }
  const policy = await world.app.inject('/.well-known/security-policy.txt');
  expect([policy.statusCode, policy.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(policy.body).toBe(readFileSync('SECURITY.md', 'utf8'));
  expect(policy.body).toContain('## Safe harbor');
});

test("a site without a contact answers 404 for security.txt, not with the app's page", async () => {
  const root = mkdtempSync(join(tmpdir(), 'security-txt-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'index.html'), '<html></html>');
  const { app } = await newWorld({ config: { WEB_ROOT: root } });
  expect((await app.inject('/home')).body).toContain('<html');
  for (const name of ['security.txt', 'unknown']) {
    const { statusCode, body } = await app.inject(`/.well-known/${name}`);
    expect([statusCode, body]).toEqual([404, expect.not.stringContaining('<html')]);
  }
});
