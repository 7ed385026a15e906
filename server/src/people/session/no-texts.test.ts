import * as security from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import { getSite } from '@glasshouse/protocol/site/calls';
import { expect, test } from 'vitest';
import { newWorld } from '../../../test/world.ts';

const phone = '+447700900123';

test('without text message delivery, no code is promised to a phone and visitors are told', async () => {
  const world = await newWorld({ textMessages: false });
  const visitor = world.visitor();
  expect((await visitor.call(getSite, {})).data.textMessages).toBe(false);
  for (const purpose of ['register', 'forget'] as const) {
    const answer = await visitor.call(session.sendCode, { phone, purpose });
    expect(answer).toMatchObject({ code: 409, data: { reason: 'phone_unavailable' } });
    expect(answer.msg).toContain('cannot send text messages');
  }
  expect((await visitor.call(session.sendCode, { email: 'ann@mail.example', purpose: 'register' })).code).toBe(200);

  // This user has only a phone, so neither the old nor a new number can receive a code.
  const ann = await world.person();
  const refused = { code: 409, data: { reason: 'phone_unavailable' } };
  expect(await ann.call(security.sendContactCode, { kind: 'phone' })).toMatchObject(refused);
  expect(await ann.call(security.sendContactCode, { kind: 'phone', phone })).toMatchObject(refused);
  const { rows } = await world.pool.query('select from sms_outbox');
  expect(rows).toEqual([]);
});

test('with text message delivery, visitors are told so', async () => {
  const world = await newWorld();
  const visitor = world.visitor();
  expect((await visitor.call(getSite, {})).data.textMessages).toBe(true);
  expect((await visitor.call(session.sendCode, { phone, purpose: 'register' })).code).toBe(200);
});
