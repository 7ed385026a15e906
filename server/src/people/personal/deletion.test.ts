import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendAppeal } from '@glasshouse/protocol/appeals/calls';
import { getOverview } from '@glasshouse/protocol/assets/calls';
import { showTimeline } from '@glasshouse/protocol/backoffice/timeline';
import { showUserOrder } from '@glasshouse/protocol/backoffice/user-records';
import * as users from '@glasshouse/protocol/backoffice/users';
import { showTopUp } from '@glasshouse/protocol/deposits/calls';
import { certify } from '@glasshouse/protocol/identity/calls';
import { setFavourite } from '@glasshouse/protocol/market/calls';
import { parseUnits } from '@glasshouse/protocol/money';
import * as options from '@glasshouse/protocol/options/calls';
import { checkEvidence } from '@glasshouse/protocol/orders/receipt';
import * as protocol from '@glasshouse/protocol/personal/calls';
import * as review from '@glasshouse/protocol/review/office';
import { listEvents, lockAccount, showSecurity } from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import * as spot from '@glasshouse/protocol/spot/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditTape } from '#evidence/market/audit.ts';
import { walletOf } from '#money/ledger/ledger.ts';
import { checkBooks } from '#money/ledger/proof.ts';
import { days, minutes } from '#platform/runtime/clock.ts';
import type { Mail } from '#platform/runtime/mail.ts';
import { personalParts, unfinished } from '#roles/domain-registry.ts';
import { openSettler } from '#trading/orders/settling/settle.ts';
import { ending as coinsEnd } from '#trading/spot/spot.ts';
import { openOffice } from '../../../test/office.ts';
import { lively, tradeOptions } from '../../../test/options.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { submitRow } from '../../../test/receipts.ts';
import { specimenOf, upload } from '../../../test/specimens.ts';
import { flat, trade } from '../../../test/trade.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { makeCopy } from './copy.ts';
import { deleteLeaving } from './deletion.ts';

const proof = { password };
const reason = 'Asked about remarkable things';

function eraserOf(world: World, mails: Mail[] = []) {
  const send = async (mail: Mail) => void mails.push(mail);
  return { ...world, send, unfinished };
}
const erase = (world: World, mails?: Mail[]) => deleteLeaving(eraserOf(world, mails), world.clock());
/** Changed only in the table: advancing the clock would leave a gap in the tape and end operators' sessions. */
const weekGoesBy = (world: World, id: string) =>
  world.owner.updateTable('person').set({ leaves_at: world.clock() }).where('id', '=', id).execute();
const personIn = (world: World, id: string) =>
  world.owner.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Every row of every table, including those of jobs, that contains one of these words, as text or as its bytes. */
async function rowsWith(world: World, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`.execute(
    world.owner,
  );
  expect(tables.length).toBeGreaterThan(60);
  const wanted = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} as t
      where exists (select from unnest(${wanted}::text[]) as word where position(word in lower(t::text)) > 0)`.execute(
      world.owner,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
/** Every file that contains one of these words. */
async function filesWith(world: World, words: readonly string[]): Promise<string[]> {
  const directory = join(world.config.FILES_DIRECTORY, 'pictures');
  const names = await readdir(directory);
  const bytes = await Promise.all(names.map((name) => readFile(join(directory, name))));
  return names.filter((_, i) => words.some((word) => bytes[i]!.includes(word)));
}

test('seven days after a user asks for deletion only the number is left, and all books still balance', async () => {
  const { world, trader: zoe, tick, open, settle } = await trade({ now: new Date() });
  const { support, auditor } = await (await openOffice(world)).staff();
  const { id, number } = zoe.info;
  const email = 'zoe.remarkable@example.com';
  await world.owner.updateTable('person').set({ email, username: 'ZoeRemarkable' }).where('id', '=', id).execute();
  const words = ['remarkable', email, zoe.phone, zoe.phone.slice(1), 'GH-7777-777', zoe.info.invitationCode];

  // A user's data: an order, a favorite, a freeze with an appeal, papers, a wrong password, a pending mail, a copy.
  await tick(...flat(4));
  const { order } = await open('long');
  await tick(...flat(64));
  await settle();
  await zoe.call(setFavourite, { symbol: 'BTC', favourite: true });
  await support.call(users.freezeUser, { number, reason: 'Looked odd' });
  await zoe.call(sendAppeal, { text: 'A remarkable plea' });
  const [appeal] = (await support.call(review.listReviewCases, { kind: 'appeal' })).data.list;
  await support.call(users.unfreezeUser, { number, reason: 'All is well' });
  const send = async (side: 'front' | 'back') =>
    (await upload(zoe, await specimenOf(zoe, { document: 'id', side }))).data.id;
  const typed = { name: 'Zoe Remarkable', number: 'GH-7777-777', document: 'id' as const };
  const sent = await zoe.call(certify, { ...typed, front: await send('front'), back: await send('back') });
  expect(sent.code).toBe(200);
  const { id: topUp } = await submitRow(world, zoe);
  words.push((await zoe.call(showTopUp, { id: topUp })).data.address!);
  await world.visitor().call(session.login, { account: 'zoeremarkable', password: 'a guess at it' });
  await world.visitor().raw(session.login, { account: email, password }, { 'user-agent': 'Remarkable/1.0' });
  await zoe.call(session.sendCode, { phone: zoe.phone, purpose: 'forget' });
  await world.texted(zoe.phone);
  await zoe.call(session.sendCode, { email, purpose: 'forget' });
  await zoe.call(protocol.askCopy, proof);
  const copy = await world.owner.selectFrom('personal_copy').selectAll().executeTakeFirstOrThrow();
  const making = {
    ...{ ...world, parts: personalParts(world.files), origin: 'https://glasshouse.example', textMessages: true },
  };
  await makeCopy({ ...making, send: async () => {} }, world.clock(), copy.id);

  expect((await zoe.call(protocol.leave, { password: 'a guess at it' })).data.reason).toBe('wrong_password');
  const before = await rowsWith(world, words);
  const holding = [...new Set(before.map((row) => row.split(':')[0]!.replace('public.', '')))].sort();
  expect(holding).toEqual([
    ...['appeal', 'graphile_worker._private_jobs', 'person', 'review_case', 'security_event', 'session', 'sms_outbox'],
    ...['top_up_case', 'verification_code'],
  ]);

  expect((await zoe.call(protocol.leave, proof)).code).toBe(200);
  const mails: Mail[] = [];
  await weekGoesBy(world, id);
  // A user without a known language gets the site's.
  await world.owner.updateTable('person').set({ language: null }).where('id', '=', id).execute();
  await erase(world, mails);
  expect((await personIn(world, id)).deleted_at).toEqual(world.clock());
  expect(mails).toMatchObject([{ to: email, subject: 'Glasshouse：您的账户已注销' }]);

  expect(await rowsWith(world, words)).toEqual([]);
  expect(await filesWith(world, words)).toEqual([]);
  expect(await readdir(join(world.config.FILES_DIRECTORY, 'pictures'))).toEqual([]);
  expect(await personIn(world, id)).toMatchObject({
    ...{ number: BigInt(number), username: null, email: null, phone: null, country: '', password_hash: '' },
    ...{ trade_password_hash: '', invited_by: null, language: null, identity: 'none' },
  });

  // The books, the tape and the receipt stay valid.
  expect((await checkBooks(world.db)).drift).toEqual([]);
  expect((await auditTape(world.db)).faults).toEqual([]);
  const evidence = (await support.call(showUserOrder, { number, id: order.id })).data;
  expect(evidence.order).toMatchObject({ id: order.id, outcome: expect.any(String) });
  expect((await checkEvidence(evidence)).checks.filter(({ ok }) => !ok)).toEqual([]);
  const shown = (await auditor.call(users.showUser, { number })).data;
  expect(shown).toMatchObject({ info: { status: 'deleted', username: null }, sessions: 0 });
  expect(shown.wallets.length).toBeGreaterThan(0);
  for (const group of ['security', 'cases'] as const)
    expect((await auditor.call(showTimeline, { number, group })).data.list).toEqual([]);
  expect((await support.call(users.freezeUser, { number, reason })).data.reason).toBe('not_found');
  expect((await support.call(review.showReviewCase, { id: appeal!.id })).data.reason).toBe('not_found');

  // All sessions have ended, logging in fails, and the name is free again.
  expect((await zoe.call(getOverview, {})).code).toBe(401);
  for (const account of ['ZoeRemarkable', email, zoe.phone]) {
    const again = await world.visitor().call(session.login, { account, password });
    expect(again.data.reason).toBe('wrong_account_or_password');
  }
  expect((await world.person({ username: 'ZoeRemarkable' })).info.username).toBe('ZoeRemarkable');
  await erase(world, mails);
  expect(mails).toHaveLength(1);
});

test('within seven days an account is kept by one tap or by a lock, and the owner is told', async () => {
  const world = await newWorld();
  const ann = await world.person();
  expect((await ann.call(protocol.stay, {})).data.reason).toBe('not_leaving');
  const other = world.visitor();
  await other.call(session.login, { account: ann.phone, password });
  const { leavesAt } = (await ann.call(protocol.leave, proof)).data;
  expect(leavesAt).toBe(new Date(world.clock().getTime() + days(7)).toISOString());
  expect((await ann.call(protocol.leave, proof)).data.reason).toBe('leaving_already');
  expect((await ann.call(session.getUser, {})).data.leavesAt).toBe(leavesAt);
  // It is treated like any other change: other sessions end, withdrawals are locked, and the owner gets a link to lock
  // the account.
  expect((await other.call(session.getUser, {})).code).toBe(401);
  expect((await ann.call(showSecurity, {})).data.lock).toMatchObject({ kind: 'deletion_asked' });
  await world.work();
  const { text } = await world.owner
    .selectFrom('sms_outbox')
    .selectAll()
    .where('text', 'like', '%7 days%')
    .executeTakeFirstOrThrow();
  expect(text).toContain('/lock#');

  expect((await ann.call(protocol.stay, {})).code).toBe(200);
  world.pass(days(8));
  await erase(world);
  expect((await personIn(world, ann.info.id)).deleted_at).toBeNull();
  await ann.call(session.login, { account: ann.phone, password });
  const kinds = (await ann.call(listEvents, {})).data.list.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['deletion_asked', 'deletion_cancelled']));

  const again = await world.person();
  await again.call(protocol.leave, proof);
  await world.work();
  const { rows } = await sql<{ text: string }>`
    select text from sms_outbox where phone = ${again.phone} and text like '%/lock#%'`.execute(world.owner);
  const token = /\/lock#([\w-]{43})/.exec(rows[0]!.text)![1]!;
  await world.visitor().call(lockAccount, { token });
  world.pass(days(8));
  await erase(world);
  expect(await personIn(world, again.info.id)).toMatchObject({ deleted_at: null, leaves_at: null });
});

test('deletion waits while an order is open, and while the account is frozen', async () => {
  const { world, trader, tick, open, settle } = await trade();
  const { support } = await (await openOffice(world)).staff();
  await tick(...flat(4));
  await open('long');
  await trader.call(protocol.leave, proof);
  await weekGoesBy(world, trader.info.id);
  await erase(world);
  expect((await personIn(world, trader.info.id)).deleted_at).toBeNull();
  await tick(...flat(62));
  await settle();
  await support.call(users.freezeUser, { number: trader.info.number, reason });
  await erase(world);
  expect((await personIn(world, trader.info.id)).deleted_at).toBeNull();
  await support.call(users.unfreezeUser, { number: trader.info.number, reason });
  await erase(world);
  expect((await personIn(world, trader.info.id)).deleted_at).not.toBeNull();
});

test('deletion waits while an option or a spot order is open; coins stay with the number', async () => {
  const { world, db, trader, tick, quote, buy, taking, shown, settle } = await tradeOptions();
  const { support } = await (await openOffice(world)).staff();
  const { look: fill } = openSettler({ ending: coinsEnd, db, clock: world.clock, settled: () => {} });
  await world.give(trader, 'spot', 'USDT', 1_000_000_000n);
  const trade = () =>
    trader.call(spot.trade, {
      ...{ id: orderIdAt(world.clock()), symbol: 'BTC', side: 'buy', given: '500', spreadBp: 10 },
    });
  const { order } = await buy((await quote()).call);
  await trader.call(protocol.leave, proof);
  await weekGoesBy(world, trader.info.id);
  const isThere = async () => {
    await erase(world);
    return (await personIn(world, trader.info.id)).deleted_at === null;
  };
  expect(await isThere()).toBe(true);

  // A frozen user opens nothing; open orders end as usual.
  await support.call(users.freezeUser, { number: trader.info.number, reason });
  const { call: another } = await quote({}, await world.person());
  for (const refused of [await trade(), await trader.call(options.buyOption, taking(another) as never)])
    expect(refused.code).toBe(403);
  await tick(...lively(121));
  await settle();
  await support.call(users.unfreezeUser, { number: trader.info.number, reason });
  expect((await shown(order.id)).outcome).not.toBeNull();

  // Each of them alone delays the deletion.
  expect((await trade()).code).toBe(200);
  expect(await isThere()).toBe(true);
  await tick(6_400_000);
  await fill();
  const coins = (await trader.call(spot.listHoldings, {})).data.coins;
  expect(coins).toMatchObject([{ symbol: 'BTC', cost: '500.00' }]);
  expect(await isThere()).toBe(false);
  const held = walletOf(trader.number, 'spot', 'BTC');
  const kept = await world.owner.selectFrom('account').select('balance').where('id', '=', held).executeTakeFirst();
  expect(kept).toEqual({ balance: parseUnits(coins[0]!.amount, 'BTC') });
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('many accounts are deleted once each, despite concurrent workers and log-ins', async () => {
  const world = await newWorld();
  const people = [];
  for (let i = 0; i < 6; i++) people.push(await world.person());
  for (const person of people) await person.call(protocol.leave, proof);
  const mails: Mail[] = [];
  world.pass(days(7) - minutes(1));
  await erase(world, mails);
  for (const person of people) expect((await personIn(world, person.info.id)).deleted_at).toBeNull();
  world.pass(minutes(1));
  const tries = people.map((person) => world.visitor().call(session.login, { account: person.phone, password }));
  await Promise.all([erase(world, mails), erase(world, mails), ...tries]);
  await erase(world, mails);
  for (const person of people) {
    expect((await personIn(world, person.info.id)).deleted_at).not.toBeNull();
    expect((await person.call(session.getUser, {})).code).toBe(401);
  }
  expect(await world.owner.selectFrom('session').selectAll().execute()).toEqual([]);
});

test('only the clock deletes: no role can mark a person deleted, and no table about people is missed', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const { id } = ann.info;
  const now = world.clock();
  await expect(sql`update person set deleted_at = ${now} where id = ${id}`.execute(world.db)).rejects.toThrow(
    'permission',
  );
  const { rows } = await sql<{ done: boolean }>`select erase_person(${id}, ${now}) as done`.execute(world.db);
  expect(rows).toEqual([{ done: false }]);
  await expect(sql`delete from security_event where person = ${id}`.execute(world.owner)).rejects.toThrow();

  // Every table that refers to a person either has its rows deleted, or is the person's own.
  const { rows: refer } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'person'::regclass order by 1`.execute(world.owner);
  await ann.call(protocol.leave, proof);
  world.pass(days(7));
  await erase(world);
  for (const { name } of refer) {
    const { rows: left } = await sql`
      select from ${sql.raw(name)} as t where position(${id} in t::text) > 0`.execute(world.owner);
    expect([name, left.length]).toEqual([name, name === 'person' ? 1 : 0]);
  }
});
