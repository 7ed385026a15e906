import { locales } from '@glasshouse/protocol/locales';
import * as protocol from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { days, minutes, plus } from '#platform/runtime/clock.ts';
import type { Mail } from '#platform/runtime/mail.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import type { CodeTarget, Purpose } from './code-sql.ts';
import { checkCode, sendCode } from './codes.ts';

type Person = Awaited<ReturnType<World['person']>>;
const fresh = 'the new password of the owner';

/** The code that was sent for a request, by running the job directly, so that no limit of a call interferes. */
async function sent(world: World, { target, purpose, person }: CodeTarget, at = world.clock()): Promise<string> {
  const asked = { phone: target, purpose, person, locale: 'en-US', askedAt: at.toISOString() } as const;
  await sendCode(world.db, at, async () => {}, asked);
  const texts = (await newestSms(world.db)).filter(({ phone, text }) => phone === target && !text.includes('/lock#'));
  return /\d{6,14}/.exec(texts[0]!.text)![0];
}
const check = (world: World, meant: CodeTarget, code: string, at = world.clock()) =>
  step(world.db, (tx) => checkCode(tx, at, meant, code));
const wrong = (code: string, i = 0) => String((Number(code.slice(0, 6)) + 1 + i) % 1_000_000).padStart(6, '0');

const texted = async (world: World, phone: string) => (await world.texted(phone))!;
async function askToForget(world: World, phone: string): Promise<string> {
  world.pass(minutes(5));
  await world.visitor().call(session.sendCode, { phone, purpose: 'forget' });
  return texted(world, phone);
}
const forget = (world: World, phone: string, code: string) =>
  world.visitor().call(session.forget, { phone, code, password: fresh });
/** Both codes for changing the phone. */
async function codesToChange(world: World, person: Person, phone: string) {
  world.pass(minutes(5));
  await person.call(protocol.sendContactCode, { kind: 'phone' });
  const oldCode = await texted(world, person.phone);
  await person.call(protocol.sendContactCode, { kind: 'phone', phone });
  return { kind: 'phone', phone, password, oldCode, newCode: await texted(world, phone) } as const;
}

const purposes = [
  ...['register', 'forget', 'trade_password'],
  ...['email_bind', 'email_change', 'email_new', 'phone_bind', 'phone_change', 'phone_new'],
] as Purpose[];

test('a message says in each language what its code does, and that no one will ask for it', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await world.owner.updateTable('person').set({ email: 'ann@example.com' }).where('id', '=', ann.info.id).execute();
  const nobodys = { email: 'new@example.com', phone: '+4915112345678' };
  const own = { email: 'ann@example.com', phone: ann.phone };
  const isNew = (purpose: Purpose) => purpose === 'register' || purpose.endsWith('_new');
  for (const locale of locales) {
    const seen = new Set<string>();
    for (const purpose of purposes) {
      const mails: Mail[] = [];
      const person = purpose === 'register' ? null : ann.info.id;
      const asked = { purpose, person, locale, askedAt: world.clock().toISOString() };
      const { email, phone } = isNew(purpose) ? nobodys : own;
      await sendCode(world.db, world.clock(), async (mail) => void mails.push(mail), { ...asked, email });
      await sendCode(world.db, world.clock(), async () => {}, { ...asked, phone });
      const [text] = (await newestSms(world.db)).filter((sms) => sms.phone === phone);
      expect(mails, `${locale} ${purpose}`).toHaveLength(1);
      const mailed = mails[0]!.text;
      expect(mailed).toMatch(/\d{6}/);
      expect(mailed + mails[0]!.subject + text!.text).not.toMatch(/[{}]/);
      const bare = (said: string) => said.replaceAll(/\d{6,14}/g, 'CODE');
      // The mail and the text message have the same text.
      const [what, never] = bare(mailed).split('\n\n');
      expect(bare(text!.text)).toContain(what);
      expect(bare(text!.text)).toContain(never);
      seen.add(what!);
    }
    expect(seen.size, locale).toBe(purposes.length);
  }
}, 60_000);

test('a used or replaced code, or one for another purpose, contact or person, is refused', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const older = await askToForget(world, ann.phone);
  const code = await askToForget(world, ann.phone);
  if (older !== code) expect((await forget(world, ann.phone, older)).data.reason).toBe('wrong_code');
  expect((await forget(world, bob.phone, code)).data.reason).toBe('wrong_code');
  expect((await forget(world, ann.phone, code)).code).toBe(200);
  expect((await forget(world, ann.phone, code)).data.reason).toBe('wrong_code');

  // For the same address of the same person, but for another purpose.
  const person = ann.info.id;
  const meant = { target: ann.phone, purpose: 'forget', person } as const;
  const reset = await sent(world, meant);
  for (const purpose of ['email_bind', 'phone_change', 'register'] as const)
    expect(await check(world, { ...meant, purpose }, reset)).toBeUndefined();
  const change = { ...meant, purpose: 'phone_change' } as const;
  const forPhone = await sent(world, change);
  expect(await check(world, { ...change, purpose: 'email_bind' }, forPhone)).toBeUndefined();
  expect(await check(world, { ...change, person: bob.info.id }, forPhone)).toBeUndefined();
  expect(await check(world, change, forPhone)).toBeDefined();
});

test("a code for a new contact works only for its person, and replaces no one else's code", async () => {
  const world = await newWorld();
  const [ann, eve] = [await world.person(), await world.person()];
  const phone = '+4915112345678';
  const hers = await codesToChange(world, ann, phone);
  // Eve requests the same number: the message goes to Ann, and must not keep Ann from binding it.
  const eves = await codesToChange(world, eve, phone);
  expect((await eve.call(protocol.changeContact, { ...eves, newCode: hers.newCode })).data).toMatchObject({
    reason: 'wrong_new_code',
  });
  expect((await ann.call(protocol.changeContact, { ...hers, newCode: eves.newCode })).data).toMatchObject({
    reason: 'wrong_new_code',
  });
  expect((await ann.call(protocol.changeContact, hers)).code).toBe(200);
});

test('a code for setting a password ends with the contact it was sent to, even if another user has that contact now', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const kept = ann.phone;
  const code = await askToForget(world, kept);
  const away = { ...(await codesToChange(world, ann, '+4915112345678')) };
  expect((await ann.call(protocol.changeContact, away)).code).toBe(200);
  expect((await forget(world, kept, code)).data.reason).toBe('wrong_code');
  // Bob has the number now; a code that was sent to Ann there isn't his.
  const meant = { target: kept, purpose: 'forget', person: ann.info.id } as const;
  await world.owner.updateTable('person').set({ phone: kept }).where('id', '=', bob.info.id).execute();
  expect((await forget(world, kept, code)).data.reason).toBe('wrong_code');
  expect(await check(world, { ...meant, person: bob.info.id }, code)).toBeUndefined();
  expect((await world.visitor().call(session.login, { account: kept, password })).data).toMatchObject({
    id: bob.info.id,
  });
});

test('of many simultaneous resets with one code, one sets the password', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const code = await askToForget(world, ann.phone);
  const words = ['one long password', 'two long passwords', 'three long passwords', 'four long passwords'];
  const answers = await Promise.all(
    words.map((given) => world.visitor().call(session.forget, { phone: ann.phone, code, password: given })),
  );
  const won = answers.flatMap(({ code: said }, i) => (said === 200 ? [words[i]!] : []));
  expect(won).toHaveLength(1);
  expect((await world.visitor().call(session.login, { account: ann.phone, password: won[0]! })).code).toBe(200);
});

// The purposes by which a stranger could take over a contact without an account, or an account, or with password and
// session its contact, or bind a foreign one.
test.each(['register', 'forget', 'phone_change', 'phone_new'] as const)(
  'guessing at codes to %s for 30 days: 130 of a million, 1 in 7,692',
  async (purpose) => {
    const world = await newWorld();
    const ann = await world.person();
    const target = purpose === 'register' || purpose === 'phone_new' ? '+4915112345678' : ann.phone;
    const meant = { target, purpose, person: purpose === 'register' ? null : ann.info.id };
    const begin = world.clock();
    let evaluated = 0;
    // Guesses only while codes are short, because long ones can't be guessed.
    for (let at = begin; at < plus(begin, days(30)); at = plus(at, days(0.5))) {
      const code = await sent(world, meant, at);
      if (code.length > 6) continue;
      for (let i = 0; i < 6; i++) await check(world, meant, wrong(code, i), at);
      const { tries } = await world.db
        .selectFrom('verification_code')
        .select('tries')
        .where('target', '=', target)
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow();
      evaluated += tries;
    }
    expect(evaluated).toBeGreaterThan(100);
    expect(evaluated).toBeLessThanOrEqual(130);
    expect(evaluated / 1_000_000).toBeLessThanOrEqual(1 / 7692);
  },
  60_000,
);

test('spread over many accounts, 500 and 288 guesses a day are allowed in total; then codes are long and owners still get in', async () => {
  const world = await newWorld();
  const meant = (i: number) =>
    ({ target: `+49151123${String(i).padStart(5, '0')}`, purpose: 'register', person: null }) as const;
  const codes: string[] = [];
  for (let i = 0; i < 102; i++) codes.push(await sent(world, meant(i)));
  expect(codes.every((code) => code.length === 6)).toBe(true);
  const guessAt = (i: number, times: number) =>
    Promise.all(Array.from({ length: times }, (_, n) => check(world, meant(i), wrong(codes[i]!, n))));
  for (let i = 0; i < 90; i++) await guessAt(i, 5);
  // Fifty guesses are reserved for users who requested a short code earlier; new requests get a long one.
  await guessAt(90, 1);
  expect(await check(world, meant(100), codes[100]!)).toBeDefined();
  expect(await sent(world, meant(91))).toMatch(/^\d{14}$/);
  for (let i = 92; i < 100; i++) await guessAt(i, 5);
  await guessAt(90, 4);
  await guessAt(91, 5); // a long code: guesses don't count
  expect(await check(world, meant(100), codes[100]!)).toBeDefined();
  await guessAt(100, 3);
  await guessAt(101, 2);
  // All 500 are used up: even a right short code is refused, and the next one lets its owner in.
  expect(await check(world, meant(101), codes[101]!)).toBeUndefined();
  const long = await sent(world, meant(101));
  expect(long).toMatch(/^\d{14}$/);
  expect(await check(world, meant(101), long)).toBeDefined();
  world.pass(days(1));
  expect(await sent(world, meant(0))).toMatch(/^\d{6}$/);
  // In 30 days 500 + 30 × 288 of a million, for all accounts of the site together and from all networks.
  expect((500 + 30 * 288) / 1_000_000).toBeLessThan(1 / 109);
}, 60_000);
