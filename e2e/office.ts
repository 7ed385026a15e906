import { readFileSync, writeFileSync } from 'node:fs';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import type { Endpoint, Input, Output } from '@glasshouse/protocol/endpoint';
import { inviteOperator } from '@glasshouse/protocol/operators/calls';
import type { OperatorRole } from '@glasshouse/protocol/operators/permissions';
import { beginEnrolment, finishEnrolment, setUp } from '@glasshouse/protocol/operators/session';
import type { BrowserContextOptions } from '@playwright/test';
import { newName } from './people.ts';
import { arrange, ask, newCaller, setting } from './server.ts';
import { codeAt } from './totp.ts';

const office = setting('E2E_OFFICE');
const control = setting('E2E_CONTROL');
const kept = new URL('../artifacts/e2e-owner.json', import.meta.url);

export type Cookies = Map<string, string>;
export type Operator = { name: string; email: string; password: string; secret: string; cookies: Cookies };

/** Creates the first owner with the command line tool. Returns the one-time link. */
export const makeOwner = (name: string, email: string): Promise<string> =>
  ask(`${control}/owner?${new URLSearchParams({ name, email })}`);

type OperatorSessions = { owner: Cookies; second: Cookies };
/** Invites a reviewer, who approves further operators, and stores both sessions for the other stories. */
export async function keepOwner(owner: Cookies): Promise<void> {
  const { cookies } = await enter(owner, { role: 'reviewer', name: 'Rana Second' });
  writeFileSync(kept, JSON.stringify([[...owner], [...cookies]]), { mode: 0o600 });
}
function storedSessions(): OperatorSessions {
  const [owner, second] = JSON.parse(readFileSync(kept, 'utf8')) as [string, string][][];
  return { owner: new Map(owner), second: new Map(second) };
}

/** Makes a call of the console without a page. */
export const officeCall = <E extends Endpoint>(endpoint: E, body: Input<E>, cookies: Cookies): Promise<Output<E>> =>
  newCaller(cookies, office)(endpoint, body);

/** Follows a one-time link through the calls: password, authenticator app, logged in. */
export async function setUpByCalls(link: string, name: string, email = 'owner@office.example'): Promise<Operator> {
  const cookies: Cookies = new Map();
  const password = 'a house of glass';
  await officeCall(setUp, { token: link.split('#')[1]!, password }, cookies);
  const { secret } = await officeCall(beginEnrolment, {}, cookies);
  await officeCall(finishEnrolment, { code: codeAt(secret, Date.now()) }, cookies);
  return { name, email, password, secret, cookies };
}

/** The link that was mailed to an operator, read from the real mail. */
const linkMailedTo = (email: string): Promise<string> => ask(`${control}/link?to=${encodeURIComponent(email)}`);

/** Invites an operator. If that waits for a second person, `second` approves it. Returns the operator's email. */
async function invite(
  { role, name }: { role: OperatorRole; name: string },
  owner: Cookies,
  second?: Cookies,
): Promise<string> {
  // Only for these two: other tests need a second factor that has expired.
  await arrange(
    'delete from throttle',
    `update operator_session set factor_at = now()
     where factor is not null and operator in (select id from operator where name in ('Olga Owner', 'Rana Second'))`,
  );
  const email = `${newName()}@office.example`;
  const person = { name, email, role, language: 'en-US', reason: 'For a story' } as const;
  const { waiting } = await officeCall(inviteOperator, person, owner);
  if (waiting) await officeCall(decideApproval, { id: waiting, decision: 'approve', reason: 'Agreed' }, second!);
  return email;
}

/**
 * Invites and sets up an operator through the calls, and makes them look as if they were set up more than a day ago.
 */
async function enter(owner: Cookies, person: Parameters<typeof invite>[0], second?: Cookies): Promise<Operator> {
  const email = await invite(person, owner, second);
  const operator = await setUpByCalls(await linkMailedTo(email), person.name, email);
  await arrange(`update operator set enrolled_at = now() - interval '25 hours' where email = '${email}'`);
  return operator;
}

/** A new operator. The test of the first owner sets one up by hand. */
export async function newOperator(role: OperatorRole, name = newName()): Promise<Operator> {
  const { owner, second } = storedSessions();
  return enter(owner, { role, name }, second);
}
/** Like `newOperator`, but with an unused link. */
export async function newInvitation(name: string): Promise<string> {
  const { owner, second } = storedSessions();
  return linkMailedTo(await invite({ role: 'reviewer', name }, owner, second));
}

const desk = {
  baseURL: office,
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
} satisfies BrowserContextOptions;

/** A desktop browser in which this operator is logged in; without an operator, nobody is. */
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
