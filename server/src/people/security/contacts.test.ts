import * as protocol from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import { expect, onTestFinished, test } from 'vitest';
import { minutes } from '#platform/runtime/clock.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { startWorker } from '#roles/worker.ts';
import { openMailbox } from '../../../test/mailbox.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;

/** Creates people before the worker starts, which would send their text messages. */
async function worldWithMail() {
  const mailbox = await openMailbox();
  const world = await newWorld({ smtpUrl: mailbox.url });
  const [ann, bob] = [await world.person(), await world.person()];
  const worker = await startWorker({ ...world, bus: undefined as never });
  onTestFinished(async () => {
    await worker.stop();
    await mailbox.close();
  });
  const codeMailed = async (to: string) => (await mailbox.next(to)).match(/\b\d{6}\b/)?.[0] ?? '';
  const codeTexted = async (to: string) => {
    let code: string | undefined;
    await expect
      .poll(
        async () => {
          const [newest] = (await newestSms(world.db)).filter(
            ({ phone, text }) => phone === to && !text.includes('/lock#'),
          );
          code = newest?.at.getTime() === world.clock().getTime() ? newest.text.match(/\d{6}/)?.[0] : undefined;
          return code;
        },
        { timeout: 10_000 },
      )
      .toBeDefined();
    return code!;
  };
  return { ...world, ann, bob, mailbox, codeMailed, codeTexted };
}
type Mailed = Awaited<ReturnType<typeof worldWithMail>>;

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Binds an email to a user who registered by phone. */
async function bindEmail(world: Mailed, ann: Person, email: string) {
  world.pass(minutes(10));
  expect((await ann.call(protocol.sendContactCode, { kind: 'email' })).code).toBe(200);
  const oldCode = await world.codeTexted(ann.phone);
  expect((await ann.call(protocol.sendContactCode, { kind: 'email', email })).code).toBe(200);
  const newCode = await world.codeMailed(email);
  return ann.call(protocol.changeContact, { kind: 'email', email, password, oldCode, newCode });
}

test('an email is bound, changed and unbound only with the password and codes from the old and the new contact', async () => {
  const world = await worldWithMail();
  const { ann } = world;
  expect((await bindEmail(world, ann, 'ann@example.com')).code).toBe(200);
  expect((await ann.call(protocol.showSecurity, {})).data).toMatchObject({
    email: 'an•••@example.com',
    lock: { kind: 'email_changed', loggedInAt: null, until: null },
  });

  const elsewhere = world.visitor();
  await elsewhere.call(session.login, { account: 'ann@example.com', password });
  expect(await world.mailbox.next('ann@example.com')).toContain('new device');
  world.pass(minutes(10));
  await ann.call(protocol.sendContactCode, { kind: 'email' });
  const oldCode = await world.codeMailed('ann@example.com');
  await ann.call(protocol.sendContactCode, { kind: 'email', email: 'anna@example.com' });
  const newCode = await world.codeMailed('anna@example.com');
  const change = { kind: 'email', email: 'anna@example.com', password, oldCode, newCode } as const;
  const refused = async (with_: object) =>
    (await ann.call(protocol.changeContact, { ...change, ...with_ } as never)).data.reason;
  expect(await refused({ password: 'not it' })).toBe('wrong_password');
  expect(await refused({ oldCode: wrong(oldCode) })).toBe('wrong_code');
  expect(await refused({ newCode: wrong(newCode) })).toBe('wrong_new_code');
  expect(await refused({ newCode: undefined })).toBe('bad_input');
  // A code for one purpose is refused for another.
  expect(await refused({ oldCode: newCode, newCode: oldCode })).toBe('wrong_code');
  expect((await ann.call(protocol.changeContact, change)).code).toBe(200);
  // The old address is told; the other session has ended, this one continues.
  expect(await world.mailbox.next('ann@example.com')).toMatch(/email of your account was changed[\s\S]*\/lock#/);
  expect((await elsewhere.call(session.getUser, {})).code).toBe(401);
  expect((await ann.call(session.getUser, {})).data.email).toBe('anna@example.com');
  expect(await refused({})).toBe('no_change');

  world.pass(minutes(10));
  await ann.call(protocol.sendContactCode, { kind: 'email' });
  const last = await world.codeMailed('anna@example.com');
  const unbind = { kind: 'email', password, oldCode: last } as const;
  expect((await ann.call(protocol.changeContact, unbind)).code).toBe(200);
  expect(await world.mailbox.next('anna@example.com')).toContain('/lock#');
  expect((await ann.call(session.getUser, {})).data.email).toBeNull();
  const { list } = (await ann.call(protocol.listEvents, {})).data;
  expect(list.filter(({ kind }) => kind === 'email_changed').map(({ detail }) => detail)).toEqual([
    'unbound',
    'changed',
    'bound',
  ]);
  // The phone is the only contact left.
  await ann.call(protocol.sendContactCode, { kind: 'phone' });
  const phoneCode = await world.codeTexted(ann.phone);
  const both = await ann.call(protocol.changeContact, { kind: 'phone', password, oldCode: phoneCode });
  expect(both.data).toMatchObject({ reason: 'last_contact' });
}, 60_000);

test('a contact of another user is reported by mail to its owner only, and the answer reveals nothing', async () => {
  const world = await worldWithMail();
  const { ann, bob } = world;
  await bindEmail(world, ann, 'ann@example.com');
  world.pass(minutes(10));
  const known = await bob.call(protocol.sendContactCode, { kind: 'email', email: 'ann@example.com' });
  const unknown = await bob.call(protocol.sendContactCode, { kind: 'email', email: 'nobody@example.com' });
  expect(known).toEqual(unknown);
  expect(await world.mailbox.next('ann@example.com')).toContain('stays with yours');
  await bob.call(protocol.sendContactCode, { kind: 'email' });
  const oldCode = await world.codeTexted(bob.phone);
  const tried = (email: string) =>
    bob.call(protocol.changeContact, { kind: 'email', email, password, oldCode, newCode: '123456' });
  expect(await tried('ann@example.com')).toEqual(await tried('nobody@example.com'));
  expect((await tried('ann@example.com')).data).toMatchObject({ reason: 'wrong_new_code' });
}, 60_000);

test('the two contacts cannot be unbound at the same time', async () => {
  const world = await worldWithMail();
  const { ann } = world;
  await bindEmail(world, ann, 'ann@example.com');
  world.pass(minutes(10));
  await ann.call(protocol.sendContactCode, { kind: 'email' });
  const emailCode = await world.codeMailed('ann@example.com');
  await ann.call(protocol.sendContactCode, { kind: 'phone' });
  const phoneCode = await world.codeTexted(ann.phone);
  const answers = await Promise.all([
    ann.call(protocol.changeContact, { kind: 'email', password, oldCode: emailCode }),
    ann.call(protocol.changeContact, { kind: 'phone', password, oldCode: phoneCode }),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
}, 60_000);
