import * as protocol from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { days, minutes } from '#platform/runtime/clock.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

/** Somebody from a network that nobody else is in: what is left then are the limits that follow the account. */
let networks = 0;
const stranger = (world: World) => {
  const at = ++networks;
  return world.visitor('en-US', `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
};
const wrong = 'not the password';
const logIn = async (who: ReturnType<World['visitor']>, account: string, given = password) =>
  (await who.call(protocol.login, { account, password: given })).code;

test('however an account is written, its log-in tries are counted together', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'Kim.Park' });
  const digits = ann.phone.slice(1);
  const ways = [
    ann.phone,
    `+${[...digits].join(' ')}`,
    `+${[...digits].join('-')}`,
    `(+${digits.slice(0, 2)}) ${digits.slice(2)}`,
    `+.${digits}`,
    `+${digits.slice(0, 4)}..${digits.slice(4)}`,
    `+${digits.slice(0, 5)}\u00a0${digits.slice(5)}`,
    `+${digits.slice(0, 6)}\u2003${digits.slice(6)}`,
    ` ${ann.phone} `,
    'kim.park',
    'KIM.PARK',
    '\u212aim.Park', // the Kelvin sign is a K to whoever makes it small
  ];
  const codes: number[] = [];
  for (let i = 0; i < 24; i++) codes.push(await logIn(world.visitor(), ways[i % ways.length]!, wrong));
  expect(codes.filter((code) => code === 400)).toHaveLength(10);
  expect(codes.slice(10).every((code) => code === 429)).toBe(true);
  // An account that does not exist is counted alike, or the count would tell.
  const nobody: number[] = [];
  for (let i = 0; i < 12; i++) nobody.push(await logIn(world.visitor(), `+86 1${'-'.repeat(i)}999 000 1111`, wrong));
  expect(nobody).toEqual([...Array(10).fill(400), 429, 429]);
});

test('strangers everywhere cannot keep the owner out: not of a browser that is known, and of a new one not for good', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const elsewhere = stranger(world);
  // One of them alone uses up one network's tries, and nobody else's.
  const one = stranger(world);
  for (let i = 0; i < 12; i++) expect(await logIn(one, 'ann', wrong)).toBe(i < 10 ? 400 : 429);
  expect(await logIn(elsewhere, 'ann')).toBe(200);
  // All of them together use up the account's.
  let tried = 0;
  let refused = 0;
  while (refused < 5) {
    const code = await logIn(stranger(world), 'ann', wrong);
    if (code === 429) refused++;
    else tried++;
    expect(tried).toBeLessThanOrEqual(100);
  }
  expect(tried).toBeGreaterThan(80);
  const fresh = stranger(world);
  const answer = await fresh.call(protocol.login, { account: 'ann', password });
  expect(answer).toMatchObject({ code: 429, data: { reason: 'too_many_requests', seconds: 60 } });
  // Ann's own browsers know the way, and are counted for themselves.
  for (const browser of [ann, elsewhere]) {
    await browser.call(protocol.logout, {});
    for (let i = 0; i < 9; i++) expect(await logIn(browser, 'ann', wrong)).toBe(400);
    expect(await logIn(browser, 'ann')).toBe(200);
  }
  // A new one comes in by the code that only Ann can read.
  await fresh.call(protocol.sendCode, { phone: ann.phone, purpose: 'forget' });
  const reset = { phone: ann.phone, code: (await world.texted(ann.phone))!, password: 'another password' };
  expect((await fresh.call(protocol.forget, reset)).code).toBe(200);
  expect(await logIn(fresh, 'ann', 'another password')).toBe(200);
  // Being known opens nothing but that: another account's tries are everybody's, and a made-up name is nobody's.
  const bob = await world.person({ username: 'bob' });
  for (let i = 0; i < 12; i++) expect(await logIn(ann, 'bob', wrong)).toBe(i < 10 ? 400 : 429);
  const forger = stranger(world);
  forger.jar.set('glasshouse_session_browser', 'x'.repeat(43));
  expect(await logIn(forger, 'ann', wrong)).toBe(429);
  expect(bob.jar.get('glasshouse_session_browser')).toMatch(/^[\w-]{43}$/);
}, 120_000);

test('a browser that is known may guess no more than anybody else, and twenty of them and of networks are known at a time', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const codes: number[] = [];
  for (let i = 0; i < 12; i++) codes.push(await logIn(ann, 'ann', wrong));
  expect(codes).toEqual([...Array(10).fill(400), 429, 429]);
  for (let i = 0; i < 25; i++) expect(await logIn(stranger(world), 'ann')).toBe(200);
  const { known } = await world.db
    .selectFrom('known_browser')
    .select((n) => n.fn.countAll<bigint>().as('known'))
    .executeTakeFirstOrThrow();
  expect(known).toBe(40n);
}, 60_000);

const codeFor = async (world: World, phone: string, purpose: 'register' | 'forget') => {
  expect((await stranger(world).call(protocol.sendCode, { phone, purpose })).code).toBe(200);
  return (await world.texted(phone))!;
};
const guess = (code: string, i: number) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0');

test.each(['register', 'forget'] as const)(
  'at most 5 of 1,000 guesses, fifty at a time, at a code to %s are evaluated, and the right one is then worth nothing',
  async (purpose) => {
    const world = await newWorld();
    const phone = purpose === 'forget' ? (await world.person()).phone : '+8613800138000';
    const code = await codeFor(world, phone, purpose);
    const registration = { country: 'JP', tradePassword: '135790', accept: true } as const;
    const use = (given: string) => {
      const input = { phone, code: given, password };
      const who = stranger(world);
      return purpose === 'forget'
        ? who.call(protocol.forget, input)
        : who.call(protocol.register, { ...registration, ...input });
    };
    for (let from = 0; from < 1000; from += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => use(guess(code, from + i))));
      expect(new Set(answers.map((answer) => answer.data.reason))).toEqual(new Set(['wrong_code']));
    }
    const { tries } = await world.db
      .selectFrom('verification_code')
      .select('tries')
      .where('target', '=', phone)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    expect((await use(code)).data.reason).toBe('wrong_code');
  },
  60_000,
);

test('guessing codes for 30 days: 10 guesses and 4 a day, whatever is asked for; and the owner gets in all the time', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { phone } = ann;
  const forget = (code: string) => stranger(world).call(protocol.forget, { phone, code, password });
  let evaluated = 0;
  let short = 0;
  for (let round = 0; round < 30 * 4; round++) {
    const code = await codeFor(world, phone, 'forget');
    // Somebody clever tries only where it is worth it, so that the count runs down as fast as it can.
    if (code.length === 6) {
      short++;
      for (let i = 0; i < 6; i++) expect((await forget(guess(code, i))).data.reason).toBe('wrong_code');
      const { tries } = await world.db.selectFrom('verification_code').select('tries').executeTakeFirstOrThrow();
      evaluated += tries;
    }
    world.pass(minutes(360));
  }
  expect(short).toBeGreaterThan(10);
  expect(evaluated).toBeLessThanOrEqual(10 + 30 * 4);
  for (let i = 0; i < 12; i++) await forget('123456');
  // The owner, in the middle of it: the code in the newest message works, though a stranger tries at it as fast as can be.
  const code = await codeFor(world, phone, 'forget');
  expect(code).toMatch(/^\d{14}$/);
  await Promise.all(Array.from({ length: 200 }, (_, i) => forget(guess(code, i))));
  await Promise.all(
    Array.from({ length: 200 }, (_, i) => forget(String(BigInt(code) ^ BigInt(i + 1)).padStart(14, '0'))),
  );
  expect((await forget(code)).code).toBe(200);
  // Once the owner was there, codes are short again.
  world.pass(days(1));
  expect(await codeFor(world, phone, 'forget')).toMatch(/^\d{6}$/);
}, 240_000);

test('a mailbox cannot be filled under many names, nor one network try the codes of many accounts', async () => {
  const world = await newWorld();
  const ask = async (email: string) =>
    (await stranger(world).call(protocol.sendCode, { email, purpose: 'register' })).code;
  const names = ['ann@mail.example', 'Ann+1@mail.example', 'ANN+two@Mail.Example', 'ann+3+4@mail.example'];
  expect([await ask(names[0]!), await ask(names[1]!), await ask(names[2]!), await ask(names[3]!)]).toEqual([
    200, 200, 200, 429,
  ]);
  const from = (i: number) =>
    ['2001:db8::', '2001:db8:0:0:0:0:0:', '2001:0DB8:0000:0:1::'][i % 3]! + (i + 1).toString(16);
  const codes: number[] = [];
  for (let i = 0; i < 62; i++) {
    const input = { phone: `+861380013${1000 + i}`, code: '123456', password };
    codes.push((await world.visitor('en-US', from(i)).call(protocol.forget, input)).code);
  }
  expect(codes).toEqual([...Array(60).fill(400), 429, 429]);
});
