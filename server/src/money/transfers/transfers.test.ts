import { getOverview, getStatement } from '@glasshouse/protocol/assets/calls';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { leave } from '@glasshouse/protocol/personal/calls';
import * as protocol from '@glasshouse/protocol/transfers/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { limitPer } from '#platform/http/limits.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { openOffice } from '../../../test/office.ts';
import { tradePassword, withLevel } from '../../../test/vip.ts';
import { newWorld, password, type World } from '../../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
const find = (payer: Person, account: string) => payer.call(protocol.findPayee, { account });
const tokenFor = async (payer: Person, payee: Person) => (await find(payer, payee.phone)).data.token;
const send = (payer: Person, token: string, amount: string, change: object = {}) =>
  payer.call(protocol.sendToMember, { id: newId(), token, amount, tradePassword, ...change });
const fund = async (person: Person) =>
  (await person.call(getOverview, {})).data.wallets.find(({ wallet }) => wallet === 'fund')!.balances[0]!.amount;

test('a member is found by each full name, confirmed by a masked one, and paid at once and once', async () => {
  const world = await newWorld();
  const ann = await world.person({ username: 'Anemone' });
  const bob = await withLevel(await world.person({ username: 'Lantern7' }), 2);
  await world.owner.updateTable('person').set({ email: 'bob@example.com' }).where('id', '=', bob.info.id).execute();
  const ways = { Lantern7: 'username', 'bob@EXAMPLE.com': 'email', [bob.phone]: 'phone' } as const;
  for (const [account, foundBy] of [...Object.entries(ways), [bob.info.invitationCode.toLowerCase(), 'invitation']])
    expect((await find(ann, account!)).data).toMatchObject({
      ...{ name: 'L•••', foundBy, level: 2 },
      ...{ perDay: '100.00', perMonth: '3000.00' },
    });
  const token = await tokenFor(ann, bob);
  expect((await ann.call(protocol.checkAmount, { token, amount: '100' })).data).toEqual({ fits: true });
  expect((await ann.call(protocol.checkAmount, { token, amount: '100.000001' })).data).toEqual({ fits: false });
  const id = newId();
  const sent = await send(ann, token, '40.25', { id });
  expect(sent.data).toEqual({ id, amount: '40.25', name: 'L•••' });
  world.pass(minutes(60)); // the tap is retried, long after the token has expired
  expect((await send(ann, token, '40.25', { id })).data).toEqual(sent.data);
  expect([await fund(ann), await fund(bob)]).toEqual(['9959.75', '9540.25']);
  expect((await send(ann, token, '40.26', { id })).data.reason).toBe('id_used');
  expect((await ann.call(protocol.showTransfer, { id })).data).toMatchObject({ side: 'sent', name: 'L•••' });
  expect((await bob.call(protocol.showTransfer, { id })).data).toMatchObject({
    ...{ side: 'received', amount: '40.25', name: 'A•••' },
  });
  const [line] = (await bob.call(getStatement, {})).data.list;
  expect(line).toMatchObject({ kind: 'member_transfer', ref: id, amount: '40.25', legs: [{ account: 'member' }, {}] });
  expect((await send(ann, token, '1')).data.reason).toBe('payee_unconfirmed');
  expect((await send(ann, await tokenFor(ann, bob), '10000')).data.reason).toBe('insufficient_balance');
});

test('both sides are notified, and no one else', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const bob = await withLevel(await world.person(), 2);
  const heard: string[] = [];
  for (const { number } of [ann, bob]) world.bus.subscribe(`user.${number}`, (text) => heard.push(`${number} ${text}`));
  const id = newId();
  await send(ann, await tokenFor(ann, bob), '1', { id });
  await expect.poll(() => heard.length).toBe(2);
  expect(heard.sort()).toEqual([
    `${ann.number} ${JSON.stringify({ type: 'movement', id, flow: 'transfer', state: 'done' })}`,
    `${bob.number} ${JSON.stringify({ type: 'movement', id, flow: 'receive', state: 'done' })}`,
  ]);
});

test('sending cannot probe how much a payee has received: refused amounts use up limited attempts', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await withLevel(await world.person(), 2)];
  const token = await tokenFor(ann, bob);
  const { burst, everySeconds } = limitPer(protocol.checkAmount, 'user');
  for (let i = 0; i < 10; i++) expect((await ann.call(protocol.checkAmount, { token, amount: '101' })).code).toBe(200);
  for (let i = 10; i < burst; i++) expect((await send(ann, token, '101')).data.reason).toBe('payee_limit');
  expect(await send(ann, token, '101')).toMatchObject({ code: 429, data: { reason: 'too_many_requests' } });
  expect((await ann.call(protocol.checkAmount, { token, amount: '1' })).code).toBe(429);
  expect((await send(ann, token, '1')).code).toBe(429);
  // Successful transfers use up no attempts, and repeated ones are answered even when none are left.
  world.pass(seconds(everySeconds));
  const id = newId();
  for (let i = 0; i < 3; i++) expect((await send(ann, token, '1', { id: i === 0 ? id : newId() })).code).toBe(200);
  expect((await send(ann, token, '100')).data.reason).toBe('payee_limit');
  expect((await send(ann, token, '1', { id })).code).toBe(200);
  expect((await send(ann, token, '1')).code).toBe(429);
  expect(await fund(bob)).toBe('9503.00');
});

test('without a level the trade password is required; with a level one tap is enough, unless the user opts out', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await withLevel(await world.person(), 2)];
  const settings = async (person: Person) => (await person.call(protocol.showSending, {})).data;
  expect(await settings(ann)).toEqual({
    ...{ level: 0, ask: false, needsPassword: true, least: '0.01' },
    savedOnly: { on: false, endsAt: null },
  });
  const token = await tokenFor(ann, bob);
  const untold = { tradePassword: undefined };
  expect((await send(ann, token, '1', untold)).data.reason).toBe('trade_password_needed');
  expect((await send(ann, token, '1', { tradePassword: '000000' })).data.reason).toBe('wrong_trade_password');
  await withLevel(ann, 1);
  expect((await send(ann, token, '1', untold)).code).toBe(200);
  const ask = (asking: boolean, change: object = {}) => ann.call(protocol.setAsking, { ask: asking, ...change });
  expect((await ask(true)).data).toEqual({ ask: true });
  expect(await settings(ann)).toMatchObject({ level: 1, ask: true, needsPassword: true });
  expect((await send(ann, token, '1', untold)).data.reason).toBe('trade_password_needed');
  expect((await ask(false)).data.reason).toBe('trade_password_needed');
  expect((await ask(false, { tradePassword: '111111' })).data.reason).toBe('wrong_trade_password');
  expect((await ask(false, { tradePassword })).code).toBe(200);
  expect((await send(ann, token, '1', untold)).code).toBe(200);
  // A thief who got in by changing a means of logging in can't send with one tap either.
  await sql`update person set security_change = 'email_changed', security_changed_at = ${world.clock()} where number = ${ann.number}`.execute(
    world.owner,
  );
  expect(await settings(ann)).toMatchObject({ level: 1, ask: false, needsPassword: true });
  expect((await send(ann, token, '1', untold)).data.reason).toBe('trade_password_needed');
  // Five wrong passwords block for a quarter of an hour, as everywhere.
  await ask(true);
  for (let i = 0; i < 5; i++) await send(ann, token, '1', { tradePassword: '000000' });
  expect(await send(ann, token, '1')).toMatchObject({ code: 429 });
});

test('users who cannot receive look like unknown users; a user cannot pay themselves by any name', async () => {
  const world = await newWorld();
  const { support } = await (await openOffice(world)).staff();
  const ann = await withLevel(await world.person({ username: 'annabel' }), 2);
  const plain = await world.person({ username: 'plainone' });
  const frozen = await withLevel(await world.person(), 2);
  const leaving = await withLevel(await world.person(), 2);
  await support.call(freezeUser, { number: frozen.info.number, reason: 'For a look' });
  await leaving.call(leave, { password });
  const nobody = await find(ann, 'nobody-at-all');
  expect(nobody).toMatchObject({ code: 404, data: { reason: 'payee_unknown' } });
  for (const account of ['plainone', plain.phone, frozen.phone, leaving.info.invitationCode, 'PLAIN', '%', 'deleted 1'])
    expect(await find(ann, account)).toEqual(nobody);
  for (const account of ['Annabel', ann.phone, ann.info.invitationCode])
    expect((await find(ann, account)).data.reason).toBe('payee_is_self');
  // A user looks up many people.
  const more = await Promise.all(Array.from({ length: 20 }, (_, i) => find(ann, `guess${i}`)));
  expect(more.filter(({ code }) => code === 429).length).toBeGreaterThan(10);
  // Confirmed before, but frozen, leaving or without a level since then: nothing is paid.
  const bob = await world.person();
  const token = await tokenFor(bob, ann);
  await support.call(freezeUser, { number: ann.info.number, reason: 'For a look' });
  expect((await send(bob, token, '1')).data.reason).toBe('payee_unknown');
  expect((await bob.call(protocol.checkAmount, { token, amount: '1' })).data).toEqual({ fits: false });
  expect(await fund(bob)).toBe('10000.00');
});

test('the payment goes to the confirmed payee: a token works for one payer, cannot be forged, and ignores renames', async () => {
  const world = await newWorld();
  const [ann, eve] = [await world.person(), await withLevel(await world.person({ username: 'evelyn' }), 2)];
  const bob = await withLevel(await world.person({ username: 'bobby' }), 2);
  const token = (await find(ann, 'bobby')).data.token;
  const theirs = (await find(eve, 'bobby')).data.token;
  const bytes = Buffer.from(token, 'base64url');
  const forged = Array.from(bytes.keys(), (i) => {
    const copy = Buffer.from(bytes);
    copy[i]! ^= 1;
    return copy.toString('base64url');
  });
  for (const bad of [theirs, '', 'x', token.slice(0, 20), ...forged.slice(0, 8), ...forged.slice(-8)])
    expect(['payee_unconfirmed', 'bad_input']).toContain(
      (await send(ann, bad, '1', { tradePassword: '000000' })).data.reason,
    );
  // The name changes hands between the confirmation and the payment.
  const rename = (person: Person, username: string) =>
    world.owner.updateTable('person').set({ username }).where('id', '=', person.info.id).execute();
  await rename(bob, 'bobby2');
  await rename(eve, 'bobby');
  expect((await send(ann, token, '5')).code).toBe(200);
  expect([await fund(bob), await fund(eve)]).toEqual(['9505.00', '9500.00']);
  // A user chooses another's invitation code as a username, here a code that begins like usernames do: the code still
  // finds its owner.
  const invitation_code = `B${bob.info.invitationCode.slice(1)}`;
  await world.owner.updateTable('person').set({ invitation_code }).where('id', '=', bob.info.id).execute();
  const mallory = await world.person({ username: invitation_code.toLowerCase() } as Parameters<World['person']>[0]);
  await withLevel(mallory, 3);
  expect((await find(ann, invitation_code)).data).toMatchObject({
    name: 'B•••',
    level: 2,
    foundBy: 'invitation',
  });
  for (const amount of ['0.009999', '0', '-1', '1.0000001', '1e3', '', '100000000000000000', ' 1', '１'])
    expect((await send(ann, token, amount)).data.reason).toBe('bad_input');
  expect((await send(ann, token, '0.01')).code).toBe(200);
});
