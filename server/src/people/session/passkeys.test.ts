import * as factors from '@glasshouse/protocol/factors/calls';
import { showSecurity } from '@glasshouse/protocol/security/calls';
import * as protocol from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { codeAt } from '../../../test/operators.ts';
import { newAuthenticator } from '../../../test/passkey.ts';
import { newWorld, origin, password, type World } from '../../../test/world.ts';
import { tidy } from './jobs.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Key = ReturnType<typeof newAuthenticator>;

const ask = async (person: Person) => (await person.call(factors.askPasskey, { password })).data.options.challenge;
/** Adds a passkey and returns the answer of the call. */
const add = async (person: Person, key: Key, name = 'Phone') =>
  person.call(factors.addPasskey, { name, response: key.make(await ask(person)) });
const question = async (world: World) =>
  (await world.visitor().call(factors.passkeyOptions, {})).data.options.challenge as string;
const enter = async (world: World, key: Key) => {
  const browser = world.visitor();
  const answer = await browser.call(factors.passkeyLogin, { response: key.answer(await question(world)) });
  return { ...browser, answer };
};
const keyOf = (person: Person) => newAuthenticator(origin, { for: person.info.id });

test('an answer to an impossible challenge is refused like any other', async () => {
  const world = await newWorld();
  const ann = await world.person();
  for (const challenge of ['a\0b', 'ä', '', 'a'.repeat(201), 1, null]) {
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge })).toString('base64url');
    const response = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON } };
    const answers = [
      await world.visitor().call(factors.passkeyLogin, { response }),
      await ann.call(factors.addPasskey, { name: 'x', response }),
    ];
    expect(answers.map(({ data }) => data.reason)).toEqual(['wrong_passkey', 'wrong_passkey']);
  }
});

test('a passkey logs in without a password, whatever user it claims, until it is removed', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const key = keyOf(ann);
  const { options } = (await ann.call(factors.askPasskey, { password })).data;
  expect(options).toMatchObject({
    rp: { name: 'Glasshouse (simulated)' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const response = key.make(options.challenge);
  expect((await ann.call(factors.addPasskey, { name: 'Phone', response })).code).toBe(200);
  // The same answer is refused the second time.
  expect((await ann.call(factors.addPasskey, { name: 'Phone', response })).data.reason).toBe('wrong_passkey');
  const { answer, call } = await enter(world, key);
  expect(answer.data).toMatchObject({ id: ann.info.id });
  expect((await call(protocol.getUser, {})).data.id).toBe(ann.info.id);
  const [listed] = (await ann.call(factors.showFactors, {})).data.passkeys;
  expect(listed).toMatchObject({ id: key.id, name: 'Phone', usedAt: world.clock().toISOString() });

  expect((await ann.call(showSecurity, {})).data.passkeys).toEqual([{ name: 'Phone', addedAt: listed!.createdAt }]);

  const lock = async () => (await ann.call(showSecurity, {})).data.lock;
  expect(await lock()).toBeNull();
  const wrong = { id: key.id, password: 'not the password' };
  expect((await ann.call(factors.removePasskey, wrong)).data.reason).toBe('wrong_password');
  expect((await ann.call(factors.removePasskey, { id: key.id, password })).code).toBe(200);
  expect(await lock()).toMatchObject({ kind: 'passkey_removed' });
  expect((await call(protocol.getUser, {})).code).toBe(401); // its session has ended
  expect((await enter(world, key)).answer.data.reason).toBe('wrong_passkey');
  const events = await world.db
    .selectFrom('security_event')
    .select(['kind', 'detail'])
    .where('person', '=', ann.info.id)
    .where('kind', '<>', 'registered')
    .orderBy('id')
    .execute();
  expect(events).toEqual([
    { kind: 'passkey_added', detail: 'Phone' },
    { kind: 'logged_in', detail: 'passkey' },
    { kind: 'wrong_password', detail: null },
    { kind: 'passkey_removed', detail: 'Phone' },
  ]);
});

test('an answer is valid for one challenge, once, in time, and only for its purpose', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const key = keyOf(ann);
  await add(ann, key);
  const logIn = async (response: ReturnType<Key['answer']>) =>
    (await world.visitor().call(factors.passkeyLogin, { response })).data.reason;
  const response = key.answer(await question(world));
  expect(await logIn(response)).toBeUndefined();
  expect(await logIn(response)).toBe('wrong_passkey');
  expect(await logIn(key.answer('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'))).toBe('wrong_passkey');
  // A challenge for adding a passkey can't log in, and one for a log-in can't add a passkey.
  expect(await logIn(key.answer(await ask(ann)))).toBe('wrong_passkey');
  const made = keyOf(ann).make(await question(world));
  expect((await ann.call(factors.addPasskey, { name: 'Door', response: made })).data.reason).toBe('wrong_passkey');
  // A wrong answer uses up the challenge too.
  const asked = await question(world);
  expect(await logIn({ ...key.answer(asked), id: 'another' })).toBe('wrong_passkey');
  expect(await logIn(key.answer(asked))).toBe('wrong_passkey');
  const late = await question(world);
  world.pass(minutes(5));
  expect(await logIn(key.answer(late))).toBe('wrong_passkey');
  await step(world.db, (tx) => tidy(tx, world.clock()));
  expect(await world.db.selectFrom('passkey_challenge').select('challenge').execute()).toEqual([]);
  const both = await question(world);
  const answers = [key.answer(both), key.answer(both)];
  expect((await Promise.all(answers.map(logIn))).filter((reason) => reason === undefined)).toHaveLength(1);
});

test('a passkey of another origin or without user verification is not stored, and one with an old counter is refused', async () => {
  const world = await newWorld();
  const ann = await world.person();
  // It is not stored if it was created at the wrong address or without user verification.
  const phished = newAuthenticator('https://glasshouse.example.evil', { for: ann.info.id });
  expect((await add(ann, phished)).data.reason).toBe('wrong_passkey');
  const careless = newAuthenticator(origin, { verifies: false, for: ann.info.id });
  expect((await add(ann, careless)).data.reason).toBe('wrong_passkey');

  const key = keyOf(ann);
  await add(ann, key);
  await enter(world, key);
  key.fallBehind();
  expect((await enter(world, key)).answer.data.reason).toBe('wrong_passkey');
  // The refusals have used up nothing: once its counter is ahead again, it works.
  for (let i = 0; i < 4; i++) key.answer('');
  expect((await enter(world, key)).answer.code).toBe(200);
});

test('an otherwise right answer from another address, or without user verification, is refused', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const key = keyOf(ann);
  await add(ann, key);
  key.at('https://glasshouse.example.evil');
  expect((await enter(world, key)).answer.data.reason).toBe('wrong_passkey');
  // The same name on another port: its scripts are not ours.
  key.at('http://127.0.0.1:4999');
  expect((await enter(world, key)).answer.data.reason).toBe('wrong_passkey');
  key.at(origin).asksHolder(false);
  expect((await enter(world, key)).answer.data.reason).toBe('wrong_passkey');
  key.asksHolder(true);
  expect((await enter(world, key)).answer.code).toBe(200);
});

test('a passkey of another host is neither stored nor accepted, although the address is ours', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const key = keyOf(ann);
  key.believes('glasshouse.example.evil');
  expect((await add(ann, key)).data.reason).toBe('wrong_passkey');
  await add(ann, key.believes(undefined));
  expect((await enter(world, key.believes('example'))).answer.data.reason).toBe('wrong_passkey');
  expect((await enter(world, key.believes(undefined))).answer.code).toBe(200);
});

test('a passkey challenge cannot be answered by another account, even with the same key', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const asked = await ask(ann);
  const key = keyOf(bob);
  const response = key.make(asked);
  expect((await bob.call(factors.addPasskey, { name: 'x', response })).data.reason).toBe('wrong_passkey');
  // Bob's attempt has used up nothing of Ann's.
  const hers = keyOf(ann);
  const answer = { name: 'Hers', response: hers.make(asked) };
  expect((await ann.call(factors.addPasskey, answer)).code).toBe(200);
  expect((await ann.call(factors.addPasskey, answer)).data.reason).toBe('wrong_passkey');
});

test("another user's passkey opens only their account, and can't be added or removed by others", async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const [hers, his] = [keyOf(ann), keyOf(bob)];
  await add(ann, hers);
  await add(bob, his);
  expect((await enter(world, his)).answer.data.id).toBe(bob.info.id);
  // Bob's key with the id of Ann's, and Ann's own id with Bob as its user.
  const posing = { ...his.answer(await question(world)), id: hers.id, rawId: hers.id };
  expect((await world.visitor().call(factors.passkeyLogin, { response: posing })).data.reason).toBe('wrong_passkey');
  const forBob = hers.answer(await question(world));
  const userHandle = Buffer.from(bob.info.id.replaceAll('-', ''), 'hex').toString('base64url');
  const swapped = { ...forBob, response: { ...forBob.response, userHandle } };
  expect((await world.visitor().call(factors.passkeyLogin, { response: swapped })).data.reason).toBe('wrong_passkey');
  expect((await add(bob, hers)).data.reason).toBe('wrong_passkey');
  const taken = { name: 'Taken', response: keyOf(bob).make(await ask(ann)) };
  expect((await bob.call(factors.addPasskey, taken)).data.reason).toBe('wrong_passkey');
  expect((await bob.call(factors.removePasskey, { id: hers.id, password })).data.reason).toBe('not_found');
  expect((await enter(world, hers)).answer.data.id).toBe(ann.info.id);
});

test('at most five passkeys exist, however many are requested at once, and adding one needs password and code', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const questions = [];
  for (let i = 0; i < 7; i++) questions.push(await ask(ann));
  const added = await Promise.all(
    questions.map((challenge, i) =>
      ann.call(factors.addPasskey, { name: `Key ${i}`, response: keyOf(ann).make(challenge) }),
    ),
  );
  expect(added.map(({ code }) => code).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  expect((await ann.call(factors.askPasskey, { password })).data.reason).toBe('too_many_passkeys');

  const bob = await world.person();
  const key = keyOf(bob);
  await add(bob, key);
  const { secret } = (await bob.call(factors.beginAuthenticator, {})).data;
  await bob.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  expect((await bob.call(factors.askPasskey, { password: 'not the password' })).data.reason).toBe('wrong_password');
  expect((await bob.call(factors.askPasskey, { password })).data.reason).toBe('factor_needed');
  expect((await bob.call(factors.removePasskey, { id: key.id, password })).data.reason).toBe('factor_needed');
  world.pass(seconds(30));
  const code = codeAt(secret, world.clock());
  expect((await bob.call(factors.askPasskey, { password, code })).code).toBe(200);
  // It is both factors, so no code of the app is required.
  expect((await enter(world, key)).answer.code).toBe(200);
});

test('a locked account stays locked for its passkeys', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const key = keyOf(ann);
  await add(ann, key);
  await world.owner.updateTable('person').set({ locked_at: world.clock() }).where('id', '=', ann.info.id).execute();
  expect((await enter(world, key)).answer.data.reason).toBe('account_locked');
});
