import { readFileSync, writeFileSync } from 'node:fs';
import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';
import { inviteOperator } from '@glasshouse/protocol/office/operators';
import type { OperatorRole } from '@glasshouse/protocol/office/permissions';
import { beginEnrolment, finishEnrolment, setUp } from '@glasshouse/protocol/office/session';
import type { BrowserContextOptions } from '@playwright/test';
import { newName } from './people.ts';
import { arrange, ask, setting } from './server.ts';
import { codeAt } from './totp.ts';

const office = setting('E2E_OFFICE');
const control = setting('E2E_CONTROL');
const kept = new URL('../artifacts/e2e-owner.json', import.meta.url);

export type Cookies = Map<string, string>;
export type Operator = { name: string; email: string; password: string; secret: string; cookies: Cookies };

/** Makes the first owner by the command itself; the answer is the one-time link. */
export const makeOwner = (name: string, email: string): Promise<string> =>
  ask(`${control}/owner?${new URLSearchParams({ name, email })}`);

/** Operators are invited by the owner whom the first story made; its session is handed on to the other stories. */
export const keepOwner = (cookies: Cookies): void => writeFileSync(kept, JSON.stringify([...cookies]), { mode: 0o600 });
const ownerCookies = (): Cookies => new Map(JSON.parse(readFileSync(kept, 'utf8')) as [string, string][]);

/** Makes a call of the back office without a page. */
export async function officeCall<E extends Endpoint>(
  endpoint: E,
  body: Input<E>,
  cookies: Cookies,
): Promise<Output<E>> {
  cookies.set('XSRF-TOKEN', 'story');
  const response = await fetch(office + endpoint.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: office,
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-xsrf-token': 'story',
      think_lang: 'en-US',
    },
    body: JSON.stringify(body),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (name) cookies.set(name, value ?? '');
  }
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: never };
  if (code !== 200) throw new Error(`${endpoint.path} was refused with ${code}: ${msg}`);
  return data;
}

/** Follows a one-time link to its end through the calls: password, authenticator app, in. */
export async function setUpByCalls(link: string, name: string, email = 'owner@office.example'): Promise<Operator> {
  const cookies: Cookies = new Map();
  const password = 'a house of glass';
  await officeCall(setUp, { token: link.split('#')[1]!, password }, cookies);
  const { secret } = await officeCall(beginEnrolment, {}, cookies);
  await officeCall(finishEnrolment, { code: codeAt(secret, Date.now()) }, cookies);
  return { name, email, password, secret, cookies };
}

/** A new operator, invited and set up through the calls themselves; the story of the first owner does it by hand. */
export async function newOperator(role: OperatorRole, name = newName()): Promise<Operator> {
  await arrange('delete from throttle', 'update operator_session set factor_at = now() where factor is not null');
  const email = `${newName()}@office.example`;
  const { link } = await officeCall(inviteOperator, { name, email, role, reason: 'For a story' }, ownerCookies());
  return setUpByCalls(link, name, email);
}

const desk = {
  baseURL: office,
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
} satisfies BrowserContextOptions;

/** A desktop browser in which this operator is logged in; without one, in which nobody is. */
export const consoleOf = (operator?: Pick<Operator, 'cookies'>): BrowserContextOptions => ({
  ...desk,
  ...(operator && {
    storageState: {
      cookies: [...operator.cookies].map(([name, value]) => ({
        name,
        value,
        domain: new URL(office).hostname,
        path: '/',
        expires: -1,
        httpOnly: name !== 'XSRF-TOKEN',
        secure: false,
        sameSite: 'Strict' as const,
      })),
      origins: [],
    },
  }),
});
