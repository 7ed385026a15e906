import * as protocol from '@glasshouse/protocol/session/calls';
import { expect, test } from 'vitest';
import { hashPassword } from '#platform/security/passwords.ts';
import { newWorld, password } from '../../../test/world.ts';

const weak = [
  ['1q2w3e4r5t', 'password_common'],
  ['QwertyUiop', 'password_common'],
  ['abababababab!', 'password_repeats'],
  ['          a', 'password_repeats'],
  ['Glass-House 2026!', 'password_is_site'],
  ['Paper Street 99', 'password_is_site'],
] as const;
const usual = { country: 'GB', accept: true } as const;

test('common and guessable passwords are refused at registration, at a change and at a reset', async () => {
  const world = await newWorld();
  const { version: _, ...config } = await world.db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow();
  await world.owner
    .insertInto('site_config')
    .values({ ...config, title: 'Paper Street' })
    .execute();
  const visitor = world.visitor();
  const phone = '+8613800138000';
  await visitor.call(protocol.sendCode, { phone, purpose: 'register' });
  const code = (await world.texted(phone)) ?? '';
  const form = { ...usual, phone, code, username: 'margarete' };
  for (const [bad, reason] of [
    ...weak,
    ['margarete 1987', 'password_is_name'],
    ['tel 13800138000', 'password_is_phone'],
    ['margarete glasshouse 12', 'password_guessable'],
  ] as const)
    expect([bad, (await visitor.call(protocol.register, { ...form, password: bad })).data.reason]).toEqual([
      bad,
      reason,
    ]);
  expect(
    (await visitor.call(protocol.register, { ...form, password, tradePassword: '123456' })).data.reason,
    'a trade password that is easy to guess',
  ).toBe('trade_password_sequence');
  const { code: registered } = await visitor.call(protocol.register, { ...form, password });
  expect(registered, 'the code is not used up by a refusal').toBe(200);

  for (const [bad, reason] of [...weak, ['margarete 1987', 'password_is_name']] as const) {
    const edit = { oldPassword: password, password: bad };
    expect([bad, (await visitor.call(protocol.editPassword, edit)).data.reason]).toEqual([bad, reason]);
  }

  const stranger = world.visitor();
  await stranger.call(protocol.sendCode, { phone, purpose: 'forget' });
  const reset = { phone, code: (await world.texted(phone)) ?? '' };
  const wrong = { phone, code: '000000', password: 'margarete 1987' };
  expect((await stranger.call(protocol.forget, wrong)).data.reason, 'says nothing of the user').toBe('wrong_code');
  for (const [bad, reason] of [...weak, ['margarete 1987', 'password_is_name']] as const)
    expect([bad, (await stranger.call(protocol.forget, { ...reset, password: bad })).data.reason]).toEqual([
      bad,
      reason,
    ]);
  expect((await stranger.call(protocol.forget, { ...reset, password: 'nine paper lanterns' })).code).toBe(200);
});

test('a weak password that was set earlier still logs in', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'margarete' });
  const password_hash = await hashPassword('1q2w3e4r5t');
  await world.owner.updateTable('person').set({ password_hash }).where('id', '=', ann.info.id).execute();
  expect((await ann.call(protocol.login, { account: 'margarete', password: '1q2w3e4r5t' })).code).toBe(200);
});
