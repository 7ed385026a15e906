import * as factors from '@glasshouse/protocol/factors/calls';
import { login } from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { headersOf, newJar } from '../../../test/browser.ts';
import { codeAt } from '../../../test/operators.ts';
import { freePort, start } from '../../../test/process.ts';
import { filesFor, newSecret, newSigningKey } from '../../../test/signing-key.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

/** An api with these secrets, and its answer to a log-in with a code. */
async function apiWith(world: World, secrets: Record<string, string>) {
  const http = await freePort();
  const url = `http://127.0.0.1:${http}`;
  const api = await start('main.ts', ['api'], {
    DATABASE_URL: world.config.DATABASE_URL,
    SLIP_SIGNING_KEY: newSigningKey(),
    ...filesFor(world.config.FILES_DIRECTORY),
    ...secrets,
    NATS_URL: world.config.NATS_URL,
    ORIGINS: url,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'x@y.example',
    HTTP_PORT: String(http),
    OPS_PORT: '0',
  });
  await api.said('"started"');
  const logIn = async (account: string, code: string): Promise<number> => {
    await world.owner.updateTable('person_authenticator').set({ totp_step: 0n }).execute();
    const headers = { ...headersOf(newJar(), url), 'content-type': 'application/json' };
    const body = JSON.stringify({ account, password, code });
    const answer = await fetch(url + login.path, { method: 'POST', headers, body });
    return ((await answer.json()) as { code: number }).code;
  };
  return { logIn, output: api.output };
}

test('the key of authenticator apps is rotated while people log in, and then the old one can be removed', {
  timeout: 120_000,
}, async () => {
  const world = await newWorld({ now: new Date() });
  const ann = await world.person();
  const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
  const on = await ann.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  expect(on.code).toBe(200);
  const [before, after] = [world.config.FACTOR_SECRET!, newSecret()];
  const entered = ({ logIn }: Awaited<ReturnType<typeof apiWith>>) => logIn(ann.phone, codeAt(secret, new Date()));

  // All processes know both keys before one of them seals with the new one.
  const waiting = await apiWith(world, { FACTOR_SECRET: before, FACTOR_SECRET_OLD: after });
  expect(await entered(waiting)).toBe(200);
  const turned = await apiWith(world, { FACTOR_SECRET: after, FACTOR_SECRET_OLD: before });
  expect(turned.output()).toContain('"resealed":1');
  expect([await entered(waiting), await entered(turned)]).toEqual([200, 200]);
  expect(await entered(await apiWith(world, { FACTOR_SECRET: after }))).toBe(200);
  const lost = await apiWith(world, { FACTOR_SECRET: before, FACTOR_SECRET_OLD: newSecret() });
  expect(lost.output()).toContain('"lost":1');
  expect(await entered(lost)).toBe(500);
});
