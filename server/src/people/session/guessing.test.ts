import * as protocol from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { days, minutes } from '#platform/runtime/clock.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

/** A visitor from an otherwise unused network, so that only the limits per account apply. */
let networks = 0;
const stranger = (world: World) => {
  const at = ++networks;
  return world.visitor('en-US', `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`);
};
const wrong = 'not the password';
const logIn = async (who: ReturnType<World['visitor']>, account: string, given = password) =>
  (await who.call(protocol.login, { account, password: given })).code;

test('log-in attempts at an account are counted together, in any notation of its name', async () => {
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
    '\u212aim.Park', // the Kelvin sign becomes a k in lower case
  ];
  const codes: number[] = [];
  for (let i = 0; i < 24; i++) codes.push(await logIn(world.visitor(), ways[i % ways.length]!, wrong));
  expect(codes.filter((code) => code === 400)).toHaveLength(10);
  expect(codes.slice(10).every((code) => code === 429)).toBe(true);
  // An account that doesn't exist is counted alike, or the count would reveal it.
  const nobody: number[] = [];
  for (let i = 0; i < 12; i++) nobody.push(await logIn(world.visitor(), `+86 1${'-'.repeat(i)}999 000 1111`, wrong));
  expect(nobody).toEqual([...Array(10).fill(400), 429, 429]);
});

test('strangers cannot lock the owner out of a known browser, nor permanently out of a new one', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'ann' });
  const elsewhere = stranger(world);
  // One of them alone uses up only the attempts of one network.
  const one = stranger(world);
  for (let i = 0; i < 12; i++) expect(await logIn(one, 'ann', wrong)).toBe(i < 10 ? 400 : 429);
  expect(await logIn(elsewhere, 'ann')).toBe(200);
  // All of them together use up those of the account.
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
  // Ann's own browsers are known, and counted separately.
  for (const browser of [ann, elsewhere]) {
    await browser.call(protocol.logout, {});
    for (let i = 0; i < 9; i++) expect(await logIn(browser, 'ann', wrong)).toBe(400);
    expect(await logIn(browser, 'ann')).toBe(200);
  }
  // A new one gets in by the code that only Ann can read.
  await fresh.call(protocol.sendCode, { phone: ann.phone, purpose: 'forget' });
  const reset = { phone: ann.phone, code: (await world.texted(ann.phone))!, password: 'another password' };
  expect((await fresh.call(protocol.forget, reset)).code).toBe(200);
  expect(await logIn(fresh, 'ann', 'another password')).toBe(200);
  // A known browser is known for its account only: attempts at another account count as a stranger's, and an invented
  // name is unknown.
  const bob = await world.person({ username: 'bob' });
  for (let i = 0; i < 12; i++) expect(await logIn(ann, 'bob', wrong)).toBe(i < 10 ? 400 : 429);
  const forger = stranger(world);
  forger.jar.set('glasshouse_session_browser', 'x'.repeat(43));
  expect(await logIn(forger, 'ann', wrong)).toBe(429);
  expect(bob.jar.get('glasshouse_session_browser')).toMatch(/^[\w-]{43}$/);
}, 120_000);

test('a known browser has no more guesses than others, and an account knows at most twenty browsers and twenty networks', async () => {
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

test('in 30 days 10 guesses of codes and 4 a day are possible, for all purposes, and the owner gets in throughout', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { phone } = ann;
  const forget = (code: string) => stranger(world).call(protocol.forget, { phone, code, password });
  let evaluated = 0;
  let short = 0;
  for (let round = 0; round < 30 * 4; round++) {
    const code = await codeFor(world, phone, 'forget');
    // A clever stranger guesses only while codes are short, so that the count expires as fast as possible.
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
  // In the middle of it, the owner's newest code works, although a stranger guesses at it as fast as possible.
  const code = await codeFor(world, phone, 'forget');
  expect(code).toMatch(/^\d{14}$/);
  await Promise.all(Array.from({ length: 200 }, (_, i) => forget(guess(code, i))));
  await Promise.all(
    Array.from({ length: 200 }, (_, i) => forget(String(BigInt(code) ^ BigInt(i + 1)).padStart(14, '0'))),
  );
  expect((await forget(code)).code).toBe(200);
  // After the owner has logged in, codes are short again.
  world.pass(days(1));
  expect(await codeFor(world, phone, 'forget')).toMatch(/^\d{6}$/);
}, 240_000);

test('a mailbox cannot be filled under many names, and one network cannot try the codes of many accounts', async () => {
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
