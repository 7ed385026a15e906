import type { Envelope } from '@glasshouse/protocol/endpoint';
import { inviteOperator } from '@glasshouse/protocol/operators/calls';
import { type OperatorRole, roles } from '@glasshouse/protocol/operators/permissions';
import * as session from '@glasshouse/protocol/operators/session';
import { generateSync } from 'otplib';
import type { Call } from './browser.ts';

export const operatorPassword = 'correct horse battery';
export type Operator = { role: OperatorRole; email: string; password: string; secret: string; recoveryCodes: string[] };

/** The code of an authenticator app at a time. */
export const codeAt = (secret: string, at: Date): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });

async function must<T extends Envelope>(answer: Promise<T>): Promise<T> {
  const envelope = await answer;
  if (envelope.code !== 200) throw new Error(`the console refused: ${JSON.stringify(envelope)}`);
  return envelope;
}

/** Follows a one-time link to its end: password, authenticator app, logged in. */
export async function followLink(call: Call, link: string, now: Date): Promise<Operator> {
  const token = link.split('#')[1] ?? '';
  const { data: me } = await must(call(session.readInvitation, { token }));
  await must(call(session.setUp, { token, password: operatorPassword }));
  const { secret } = (await must(call(session.beginEnrolment, {}))).data;
  const { recoveryCodes } = (await must(call(session.finishEnrolment, { code: codeAt(secret, now) }))).data;
  return { role: me.role, email: me.email, password: operatorPassword, secret, recoveryCodes };
}

/** One operator of each role except the owner's, invited by the only owner before any of them could approve. */
export async function inviteAll(
  owner: Call,
  browser: () => Call,
  now: () => Date,
  linkMailedTo: (email: string) => Promise<string>,
): Promise<Operator[]> {
  const others = roles.filter((one) => one !== 'owner');
  const emailOf = (role: OperatorRole) => `${role}@office.example`;
  for (const role of others) {
    const person = { name: nameOf(role), email: emailOf(role), role, language: 'en-US' } as const;
    await must(owner(inviteOperator, { ...person, reason: 'First staff of the site' }));
  }
  const made: Operator[] = [];
  for (const role of others) made.push(await followLink(browser(), await linkMailedTo(emailOf(role)), now()));
  return made;
}
const nameOf = (role: OperatorRole) =>
  ({
    reviewer: 'Rita Review',
    product_manager: 'Paul Product',
    support: 'Sofia Support',
    auditor: 'Amir Audit',
    owner: 'Olga Owner',
  })[role];
