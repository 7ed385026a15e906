import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { editPassword, login, register, sendCode } from '@glasshouse/protocol/session/calls';
import { getSite } from '@glasshouse/protocol/site/calls';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { cookiesOf, headersOf, keepCookies, newJar } from '../../../test/browser.ts';
import { openMailbox } from '../../../test/mailbox.ts';
import { freePort, start } from '../../../test/process.ts';
import { filesFor, newSecret, newSigningKey } from '../../../test/signing-key.ts';
import { newWorld } from '../../../test/world.ts';

// Processes start slowly while many tests run at once.

const ann = {
  email: 'ann.quiet@mail-of-ann.example',
  phone: '+8613800138765',
  username: 'annquiet77',
  password: 'a horse that nobody knows',
  other: 'another horse that nobody knows',
  tradePassword: '918273',
  token: 'tokenthatnobodymayread0123456789abcdefghijk',
};

test('a real server logs no personal data, wherever clients put it and whatever fails', async () => {
  const world = await newWorld({ now: new Date() });
  let refuses = false;
  const mailbox = await openMailbox(0, undefined, () => refuses);
  onTestFinished(mailbox.close);
  const [http, ops] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${http}`;
  const running = await start('main.ts', ['api', 'push', 'worker'], {
    DATABASE_URL: world.config.DATABASE_URL,
    SLIP_SIGNING_KEY: newSigningKey(),
    ...filesFor(world.config.FILES_DIRECTORY),
    FACTOR_SECRET: newSecret(),
    NATS_URL: world.config.NATS_URL,
    ORIGINS: url,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'x@y.example',
    HTTP_PORT: String(http),
    OPS_PORT: String(ops),
    LOG_LEVEL: 'debug',
    DEVELOPMENT: '1', // Text messages are sent only in development.
  });
  await running.said('"started"');
  const jar = newJar();
  const send = async (path: string, options: RequestInit = {}) => {
    const headers = {
      ...headersOf(jar, url),
      'content-type': 'application/json',
      authorization: `Bearer ${ann.token}`,
    };
    const answer = await fetch(url + path, { ...options, headers: { ...headers, 'x-email': ann.email } });
    keepCookies(jar, answer.headers.getSetCookie());
    return answer.text();
  };
  const call = async ({ method, path }: Endpoint, body: unknown) =>
    JSON.parse(await send(path, { method, body: JSON.stringify(body) })) as { code: number };
  const { email, phone, password, username, tradePassword, token } = ann;

  // Correct use: a code by mail, an account, a new password.
  expect((await call(sendCode, { email, purpose: 'register' })).code).toBe(200);
  const [code] = (await mailbox.next(email)).match(/(?<!\d)\d{6}(?!\d)/)!;
  const account = { email, code, country: 'CN', username, password, tradePassword, accept: true };
  expect((await call(register, account)).code).toBe(200);
  const cookies = [...jar.values()].filter((value) => value.length > 20);
  expect(cookies.length).toBeGreaterThan(0);
  expect((await call(editPassword, { oldPassword: password, password: ann.other })).code).toBe(200);
  expect((await call(login, { account: email, password: ann.other })).code).toBe(200);
  cookies.push(...[...jar.values()].filter((value) => value.length > 20));

  // Incorrect use: wrong, malformed, and in the wrong fields.
  expect((await call(login, { account: phone, password })).code).not.toBe(200);
  expect((await call(register, { ...account, phone, code: '000000' })).code).not.toBe(200);
  expect((await call(login, { account: { email }, password: [password], token })).code).not.toBe(200);
  await send(login.path, { method: 'POST', body: `{"account":"${email}","password":"${password}"` });
  await send(`${getSite.path}?email=${email}&phone=${encodeURIComponent(phone)}&token=${token}&password=${password}`);
  await send(`/${email}/${token}`);
  await send(`/index/user/${phone}?token=${token}`, { method: 'POST', body: JSON.stringify({ password }) });
  await send(`/log/${token}`);
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live?token=${token}`, {
    origin: url,
    headers: { cookie: cookiesOf(jar), authorization: `Bearer ${token}` },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  for (const text of [`{"op":"${email}"}`, `${phone} ${token}`, '{"op":"watch","watch":{"topic":"events"}}'])
    socket.send(text);

  // Failures: the database quotes personal data, and so does the mail server.
  await sql`create function quote() returns trigger language plpgsql as
    $$ begin raise exception 'no room for % %', new.email, new.phone using detail = 'said ' || new.username; end $$`.execute(
    world.owner,
  );
  await sql`create trigger quote before insert on person for each row execute function quote()`.execute(world.owner);
  await call(sendCode, { phone, purpose: 'register' });
  await expect.poll(() => world.texted(phone), { timeout: 10_000 }).toBeDefined();
  const texted = (await world.texted(phone))!;
  const { email: _, ...byPhone } = { ...account, phone, code: texted, username: 'annquiet78' };
  expect((await call(register, byPhone)).code).toBe(500);
  refuses = true;
  await call(sendCode, { email: `other.${email}`, purpose: 'register' });
  await running.said('the mail was not taken');
  await running.said('a call failed');
  socket.terminate();
  await wait(600); // by now the buffered lines are written
  running.main.kill('SIGTERM');
  expect(await running.ended).toBe(0);

  const log = running.output();
  expect(log).toContain(`"path":"${login.path}"`);
  const secrets = { ...ann, bare: phone.slice(1), local: 'ann.quiet', domain: 'mail-of-ann', second: 'annquiet78' };
  for (const [what, secret] of Object.entries(secrets)) expect(log, what).not.toContain(secret);
  for (const cookie of cookies) expect(log, 'a cookie').not.toContain(cookie);
  for (const secret of [code, texted]) expect(log, 'a code').not.toMatch(new RegExp(`(?<!\\d)${secret}(?!\\d)`));
});
