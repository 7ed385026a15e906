import type { Endpoint, Envelope } from '@glasshouse/protocol/endpoint';
import { inviteOperator } from '@glasshouse/protocol/office/operators';
import { type OperatorRole, roles } from '@glasshouse/protocol/office/permissions';
import * as session from '@glasshouse/protocol/office/session';
import { generateSync } from 'otplib';
import type { z } from 'zod';

/** One browser at the back office, whatever carries its calls. */
export type OfficeCall = <E extends Endpoint>(
  endpoint: E,
  body: z.input<E['input']>,
) => Promise<Envelope & { data: z.input<E['output']> & { reason?: string } }>;

export const operatorPassword = 'correct horse battery';
export type Operator = { role: OperatorRole; email: string; password: string; secret: string; recoveryCodes: string[] };

/** What an authenticator app shows at a moment. */
export const codeAt = (secret: string, at: Date): string =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });

async function must<T extends Envelope>(answer: Promise<T>): Promise<T> {
  const envelope = await answer;
  if (envelope.code !== 200) throw new Error(`the back office said no: ${JSON.stringify(envelope)}`);
  return envelope;
}

/** Follows a one-time link to its end: password, authenticator app, in. */
export async function followLink(call: OfficeCall, link: string, now: Date): Promise<Operator> {
  const token = link.split('#')[1] ?? '';
  const { data: me } = await must(call(session.readInvitation, { token }));
  await must(call(session.setUp, { token, password: operatorPassword }));
  const { secret } = (await must(call(session.beginEnrolment, {}))).data;
  const { recoveryCodes } = (await must(call(session.finishEnrolment, { code: codeAt(secret, now) }))).data;
  return { role: me.role, email: me.email, password: operatorPassword, secret, recoveryCodes };
}

/** One operator of every role but the owner's, invited by an owner who is logged in. */
export async function inviteAll(owner: OfficeCall, browser: () => OfficeCall, now: () => Date): Promise<Operator[]> {
  const made: Operator[] = [];
  for (const role of roles.filter((one) => one !== 'owner')) {
    const person = { name: nameOf(role), email: `${role}@office.example`, role, reason: 'First staff of the site' };
    const { link } = (await must(owner(inviteOperator, person))).data;
    made.push(await followLink(browser(), link, now()));
  }
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
