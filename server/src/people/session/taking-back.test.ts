import * as factors from '@glasshouse/protocol/factors/calls';
import * as security from '@glasshouse/protocol/security/calls';
import * as protocol from '@glasshouse/protocol/session/calls';
import { listShares } from '@glasshouse/protocol/shares/calls';
import * as withdrawals from '@glasshouse/protocol/withdrawals/calls';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { newestSms } from '#platform/runtime/sms.ts';
import { codeAt } from '../../../test/operators.ts';
import { newAuthenticator } from '../../../test/passkey.ts';
import { addressOf } from '../../../test/withdrawals.ts';
import { newWorld, origin, password, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Browser = Pick<Person, 'call'>;
const fresh = 'the new password of the owner';

async function turnOn(world: World, browser: Browser) {
  const { secret } = (await browser.call(factors.beginAuthenticator, {})).data;
  const on = await browser.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  const next = () => {
    world.pass(seconds(30));
    return codeAt(secret, world.clock());
  };
  return { next, recoveryCodes: on.data.recoveryCodes };
}
const enter = (browser: Browser, { phone }: Person, given: string, code?: string) =>
  browser.call(protocol.login, { account: phone, password: given, ...(code && { code }) });

/** The owner follows the newest alarm's link. */
async function lock(world: World) {
  await world.work();
  const alarm = (await newestSms(world.db)).find(({ text }) => text.includes('/lock#'))!;
  const token = alarm.text.split('#')[1]!.slice(0, 43);
  expect((await world.visitor().call(security.lockAccount, { token })).code).toBe(200);
}
async function reset(world: World, { phone }: Person, given = fresh, browser = world.visitor()) {
  world.pass(minutes(10));
  await browser.call(protocol.sendCode, { phone, purpose: 'forget' });
  const code = (await world.texted(phone))!;
  expect((await browser.call(protocol.forget, { phone, code, password: given })).code).toBe(200);
  return browser;
}
async function addPasskey(browser: Browser, person: Person, proof: { password: string; code?: string }) {
  const key = newAuthenticator(origin, { for: person.info.id });
  const { options } = (await browser.call(factors.askPasskey, proof)).data;
  const response = key.make(options.challenge);
  expect((await browser.call(factors.addPasskey, { name: 'Theirs', response })).code).toBe(200);
  return async (world: World) => {
    const asked = (await world.visitor().call(factors.passkeyOptions, {})).data.options.challenge as string;
    return (await world.visitor().call(factors.passkeyLogin, { response: key.answer(asked) })).data.reason;
  };
}
const kindsOf = async (world: World, { info }: Person) =>
  (await world.db.selectFrom('security_event').select('kind').where('person', '=', info.id).execute()).map(
    ({ kind }) => kind,
  );

test('a lock and a reset remove every way in of a stranger: passkey, authenticator app, recovery codes, known browser', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const thief = world.visitor('en-US', '203.0.113.9');
  await enter(thief, ann, password);
  const byPasskey = await addPasskey(thief, ann, { password });
  const asked = (await thief.call(factors.askPasskey, { password })).data.options.challenge as string;
  await turnOn(world, thief);
  await lock(world);
  const owner = await reset(world, ann);
  expect((await enter(owner, ann, fresh)).code).toBe(200);
  expect(await byPasskey(world)).toBe('wrong_passkey');
  const left = (await owner.call(factors.showFactors, {})).data;
  expect(left).toEqual({ authenticatorSince: null, recoveryCodesLeft: 0, passkeys: [] });
  const questions = await world.db.selectFrom('passkey_challenge').select('challenge').execute();
  expect(questions.map(({ challenge }) => challenge)).not.toContain(asked);
  expect(await kindsOf(world, ann)).toEqual(
    expect.arrayContaining(['passkey_removed', 'authenticator_off', 'unlocked']),
  );
  // The stranger's browser counts as new, and its log-in is reported.
  const alarms = async () => {
    await world.work();
    return (await newestSms(world.db)).filter(({ text }) => text.includes('/lock#')).length;
  };
  const before = await alarms();
  await enter(thief, ann, fresh);
  expect(await alarms()).toBe(before + 1);
});

test('an app that was on for longer than a lock link lasts stays on; recovery codes renewed since then are removed', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const [app, other] = [await turnOn(world, ann), await turnOn(world, bob)];
  world.pass(days(8));
  const thief = world.visitor('en-US', '203.0.113.9');
  expect((await enter(thief, ann, password, app.recoveryCodes[0])).code).toBe(200);
  await lock(world);
  const owner = await reset(world, ann);
  expect((await enter(owner, ann, fresh)).data.reason).toBe('factor_needed');
  expect((await enter(owner, ann, fresh, app.next())).code).toBe(200);
  expect((await owner.call(factors.showFactors, {})).data.recoveryCodesLeft).toBe(7);

  expect((await bob.call(factors.renewRecovery, { password, code: other.next() })).code).toBe(200);
  await lock(world);
  const again = await reset(world, bob);
  expect((await enter(again, bob, fresh, other.next())).code).toBe(200);
  expect((await again.call(factors.showFactors, {})).data.recoveryCodesLeft).toBe(0);
});

test('receipts shared since a stranger may have got in are revoked; older ones and those of other users stay', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const share = async ({ info }: Person) => {
    const ordered = newId();
    const row = { id: newId(), person: info.id, product: 'contract', ordered, named: true, made_at: world.clock() };
    await world.owner.insertInto('share').values(row).execute();
    return ordered;
  };
  const old = await share(ann);
  world.pass(days(8));
  const thief = world.visitor('en-US', '203.0.113.9');
  await enter(thief, ann, password);
  await share(ann);
  await share(ann);
  const others = await share(bob);
  await lock(world);
  const owner = await reset(world, ann);
  await enter(owner, ann, fresh);
  expect((await owner.call(listShares, {})).data.shares).toMatchObject([{ id: old }]);
  const left = await world.owner.selectFrom('share').select('ordered').execute();
  expect(left.map(({ ordered }) => ordered).sort()).toEqual([old, others].sort());
  expect((await kindsOf(world, ann)).filter((kind) => kind === 'shares_removed')).toHaveLength(1);
});

test('resets give no additional guesses at the code of an app', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await turnOn(world, ann);
  let guesses = 0;
  for (let round = 0; round < 5; round++) {
    const given = `${fresh} ${round}`;
    const thief = await reset(world, ann, given, world.visitor('en-US', `10.${round}.0.1`));
    for (let i = 0; i < 6; i++)
      if ((await enter(thief, ann, given, '000000')).data.reason === 'wrong_factor') guesses++;
  }
  // 10, and 4 an hour for the forty minutes between the first and the last.
  expect(guesses).toBeLessThanOrEqual(13);
});

test('payees and a phrase that a stranger set are removed, and a limit that they switched off applies again', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const tradePassword = '246810';
  const payee = (name: string) => ({ to: 'address', network: 'TRC20', address: addressOf(name) }) as const;
  const add = (name: string) => ann.call(withdrawals.addPayee, { name, payee: payee(name), tradePassword });
  await add('the owner');
  await ann.call(withdrawals.switchSavedOnly, { on: true, tradePassword });
  world.pass(days(8));
  await add('a stranger');
  await ann.call(security.setMailPhrase, { phrase: 'of a stranger', tradePassword });
  expect((await ann.call(withdrawals.switchSavedOnly, { on: false, tradePassword })).data.on).toBe(true);
  world.pass(days(2));
  expect((await ann.call(withdrawals.listPayees, {})).data.savedOnly.on).toBe(false);
  await lock(world);
  const owner = await reset(world, ann);
  expect((await enter(owner, ann, fresh)).code).toBe(200);
  const { payees, savedOnly } = (await owner.call(withdrawals.listPayees, {})).data;
  expect(payees.map(({ name }) => name)).toEqual(['the owner']);
  expect(savedOnly).toEqual({ on: true, endsAt: null });
  expect((await owner.call(security.showSecurity, {})).data.mailPhrase).toBe(false);
  expect(await kindsOf(world, ann)).toEqual(
    expect.arrayContaining(['payee_removed', 'payees_only_kept', 'phrase_removed']),
  );
});
