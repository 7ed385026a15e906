import * as appeals from '@glasshouse/protocol/appeals/calls';
import * as assets from '@glasshouse/protocol/assets/calls';
import { addNote } from '@glasshouse/protocol/backoffice/notes';
import { freezeUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { listCredit } from '@glasshouse/protocol/credit/calls';
import * as deposits from '@glasshouse/protocol/deposits/calls';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import * as factors from '@glasshouse/protocol/factors/calls';
import { showFile } from '@glasshouse/protocol/files/calls';
import { certify } from '@glasshouse/protocol/identity/calls';
import { listProfits } from '@glasshouse/protocol/invites/calls';
import { setFavourite } from '@glasshouse/protocol/market/calls';
import * as personal from '@glasshouse/protocol/personal/calls';
import { listRecords, showRecord } from '@glasshouse/protocol/records/calls';
import * as security from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import * as shares from '@glasshouse/protocol/shares/calls';
import * as transfers from '@glasshouse/protocol/transfers/calls';
import * as vip from '@glasshouse/protocol/vip/calls';
import * as wealth from '@glasshouse/protocol/wealth/calls';
import * as withdrawals from '@glasshouse/protocol/withdrawals/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#platform/database/ids.ts';
import { soldOption } from '../../test/access/options.ts';
import { productAccess } from '../../test/access.ts';
import { openOffice } from '../../test/office.ts';
import { codeAt } from '../../test/operators.ts';
import { newAuthenticator } from '../../test/passkey.ts';
import { receiptRow, submitRow } from '../../test/receipts.ts';
import { specimenOf, upload } from '../../test/specimens.ts';
import { openTape } from '../../test/tape.ts';
import { tradePassword, deposits as vipDeposits, withLevel } from '../../test/vip.ts';
import { buy, exampleOf, withMoney } from '../../test/wealth.ts';
import { practiceAddress, verified, withdraw } from '../../test/withdrawals.ts';
import { newWorld, origin, password, type World } from '../../test/world.ts';

type Person = Awaited<ReturnType<World['person']>>;
const ownedBy = (world: World) => world.routes.map(({ endpoint }) => endpoint).filter(({ auth }) => auth !== 'visitor');

/** An act that a passkey may confirm, but not another user's passkey. */
const notByAnnsPasskey = (act: Endpoint, input: object) => async (ann: Person, bob: Person) => {
  const key = newAuthenticator(origin);
  const { options } = (await ann.call(factors.askPasskey, { password })).data;
  await ann.call(factors.addPasskey, { name: 'Anns own key', response: key.make(options.challenge) });
  await bob.call(transfers.setAsking, { ask: true });
  const { data } = await bob.call(act, { ...input, passkey: key.answer(options.challenge) } as never);
  expect(data).toMatchObject({ reason: 'wrong_passkey' });
};

/** Calls whose input has an id. A new one must be listed here, with the effect of another user's id. */
const withIds: Record<string, (ann: Person, bob: Person, world: World) => Promise<void>> = {
  ...Object.assign({}, ...productAccess.map(({ probes }) => probes)),
  [session.endSession.path]: async (ann, bob) => {
    const [mine] = (await ann.call(session.listSessions, {})).data.list;
    expect((await bob.call(session.endSession, { id: mine!.id })).data.reason).toBe('not_found');
    expect((await ann.call(session.getUser, {})).code).toBe(200);
  },
  [factors.addPasskey.path]: async (ann, bob) => {
    const { options } = (await ann.call(factors.askPasskey, { password })).data;
    const response = newAuthenticator(origin).make(options.challenge);
    expect((await bob.call(factors.addPasskey, { name: 'Mine', response })).data.reason).toBe('wrong_passkey');
    expect((await ann.call(factors.addPasskey, { name: 'Mine', response })).code).toBe(200);
  },
  [factors.removePasskey.path]: async (ann, bob) => {
    const { id } = await passkeyOf(ann);
    expect((await bob.call(factors.removePasskey, { id, password })).data.reason).toBe('not_found');
    expect((await ann.call(factors.showFactors, {})).data.passkeys).toHaveLength(1);
  },
  [transfers.setAsking.path]: notByAnnsPasskey(transfers.setAsking, { ask: false }),
  [security.setMailPhrase.path]: notByAnnsPasskey(security.setMailPhrase, { phrase: 'A phrase of Bob' }),
  [withdrawals.switchSavedOnly.path]: notByAnnsPasskey(withdrawals.switchSavedOnly, { on: true }),
  [withdrawals.addPayee.path]: notByAnnsPasskey(withdrawals.addPayee, {
    name: 'Mine',
    payee: { to: 'address', network: 'TRC20', address: practiceAddress },
  }),
  // A cursor that is another user's event returns an empty page.
  [security.listEvents.path]: async (ann, bob) => {
    const [mine] = (await ann.call(security.listEvents, {})).data.list;
    expect((await bob.call(security.listEvents, { before: mine!.id })).data.list).toEqual([]);
  },
  // A page's cursor counts only the user's own events.
  [listCredit.path]: async (ann, bob) => {
    for (const one of [ann, bob])
      expect((await one.call(listCredit, { before: 1_000_000 })).data).toMatchObject({ score: 100, list: [] });
  },
  // The caller makes the id of a transfer or exchange: using another user's id neither reveals nor blocks anything.
  [assets.transfer.path]: async (ann, bob) => {
    const move = { id: newId(), from: 'fund', to: 'spot', amount: '1' } as const;
    await ann.call(assets.transfer, move);
    expect((await bob.call(assets.transfer, { ...move, amount: '2' })).code).toBe(200);
    expect((await ann.call(assets.transfer, move)).code).toBe(200);
  },
  [assets.exchange.path]: async (ann, bob) => {
    const swap = { id: newId(), from: 'USDT', amount: '1', rate: '7.20' } as const;
    await ann.call(assets.exchange, swap);
    expect((await bob.call(assets.exchange, { ...swap, amount: '3' })).code).toBe(200);
    expect((await ann.call(assets.exchange, swap)).data).toMatchObject({ received: '7.20' });
  },
  // The same applies to an upgrade, a request or a payment to a member.
  [vip.upgradeVip.path]: async (ann, bob) => {
    const raise = { id: newId(), level: 1, deposit: vipDeposits[1], tradePassword } as const;
    await ann.call(vip.upgradeVip, raise);
    expect((await bob.call(vip.upgradeVip, { ...raise, level: 2, deposit: vipDeposits[2] })).code).toBe(200);
    expect((await ann.call(vip.showVip, {})).data.level).toBe(1);
  },
  [vip.askVipRefund.path]: async (ann, bob, world) => {
    for (const one of [ann, bob]) await withLevel(one, 2);
    await world.owner
      .updateTable('membership')
      .set({ since: new Date(0) })
      .execute();
    const id = newId();
    expect((await ann.call(vip.askVipRefund, { id })).code).toBe(200);
    expect((await bob.call(vip.askVipRefund, { id })).data.reason).toBe('id_used');
    expect((await bob.call(vip.showVip, {})).data).toMatchObject({ level: 2, refund: null, mayRefund: true });
    expect((await ann.call(vip.showVip, {})).data.refund).toMatchObject({ state: 'under_review' });
  },
  [transfers.sendToMember.path]: async (ann, bob) => {
    for (const one of [ann, bob]) await withLevel(one, 2);
    const token = (await ann.call(transfers.findPayee, { account: bob.phone })).data.token;
    const id = newId();
    const sending = { id, token, amount: '1' };
    expect((await bob.call(transfers.sendToMember, sending)).data.reason).toBe('payee_unconfirmed');
    expect((await ann.call(transfers.sendToMember, sending)).code).toBe(200);
  },
  [transfers.showTransfer.path]: async (ann, bob, world) => {
    const carol = await withLevel(await world.person(), 2);
    const token = (await ann.call(transfers.findPayee, { account: carol.phone })).data.token;
    const id = newId();
    await ann.call(transfers.sendToMember, { id, token, amount: '1', tradePassword });
    expect((await bob.call(transfers.showTransfer, { id })).data.reason).toBe('not_found');
    expect((await ann.call(transfers.showTransfer, { id })).code).toBe(200);
  },
  // Here too the caller makes the id: Bob's order with the same id is his own, and Ann's doesn't change.
  [wealth.buyProduct.path]: async (ann, bob, world) => {
    const id = await pledgeOf(ann, world);
    await withMoney(bob, '50');
    const theirs = await buy(bob, await exampleOf(world, 'pledge', 3600), { id, units: 2000 });
    expect(theirs.data.holding).toMatchObject({ id, amount: '20.00' });
    expect((await ann.call(wealth.showHolding, { id })).data.holding.amount).toBe('10.00');
  },
  [wealth.endPledge.path]: async (ann, bob, world) => {
    const id = await pledgeOf(ann, world);
    expect((await bob.call(wealth.endPledge, { id })).data.reason).toBe('not_found');
    expect((await ann.call(wealth.showHolding, { id })).data.holding.state).toBe('in_progress');
  },
  [wealth.showHolding.path]: async (ann, bob, world) => {
    const id = await pledgeOf(ann, world);
    expect((await bob.call(wealth.showHolding, { id })).data.reason).toBe('not_found');
  },
  // A page's cursor counts only the user's own orders.
  [wealth.listHoldings.path]: async (ann, bob, world) => {
    const id = await pledgeOf(ann, world);
    expect((await bob.call(wealth.listHoldings, { before: '1000000' })).data.list).toEqual([]);
    expect((await ann.call(wealth.listHoldings, { before: '1000000' })).data.list).toMatchObject([{ id }]);
  },
  // Another user's receipt can be neither shared nor revoked.
  [shares.makeShare.path]: async (ann, bob, world) => {
    const what = await soldOption(ann, bob, world);
    expect((await bob.call(shares.makeShare, { ...what, named: true })).data.reason).toBe('not_found');
    expect((await ann.call(shares.makeShare, { ...what, named: false })).code).toBe(200);
  },
  [shares.takeShareBack.path]: async (ann, bob, world) => {
    const what = await soldOption(ann, bob, world);
    await ann.call(shares.makeShare, { ...what, named: false });
    await bob.call(shares.takeShareBack, what);
    expect((await ann.call(shares.listShares, {})).data.shares).toHaveLength(1);
  },
  [showFile.path]: async (ann, bob) => {
    const { id } = (await upload(ann, await specimenOf(ann))).data;
    expect((await bob.call(showFile, { id })).data.reason).toBe('not_found');
    expect((await ann.call(showFile, { id })).code).toBe(200);
  },
  // Another user's pictures are not found, neither submitted nor kept.
  [certify.path]: async (ann, bob) => {
    const card = await cardOf(ann);
    expect((await bob.call(certify, card)).data).toMatchObject({ reason: 'not_found' });
    expect((await ann.call(certify, card)).code).toBe(200);
  },
  // Another user's receipts and top-ups are not found. Bob's with the same id is a different one.
  [deposits.submitDeposit.path]: async (ann, bob, world) => {
    const receipt = await receiptRow(world, ann);
    const asked = { id: newId(), receipt, network: 'TRC20', amount: '1000' } as const;
    expect((await bob.call(deposits.submitDeposit, asked)).data).toMatchObject({ reason: 'not_found' });
    expect((await ann.call(deposits.submitDeposit, asked)).code).toBe(200);
    expect((await submitRow(world, bob, { network: 'ERC20', amount: '50' }, asked.id)).answer.code).toBe(200);
    expect((await ann.call(deposits.showTopUp, { id: asked.id })).data).toMatchObject({ amount: '1000.00' });
  },
  [deposits.submitDepositAgain.path]: async (ann, bob, world) => {
    const { id } = await submitRow(world, ann);
    const again = { id, receipt: await receiptRow(world, bob) };
    expect((await bob.call(deposits.submitDepositAgain, again)).data).toMatchObject({ reason: 'not_found' });
  },
  [deposits.topUpByCard.path]: async (ann, bob) => {
    const pay = { id: newId(), amount: '50', card: { brand: 'Visa', lastFour: '4242' } } as const;
    expect((await ann.call(deposits.topUpByCard, pay)).code).toBe(200);
    expect((await bob.call(deposits.topUpByCard, { ...pay, amount: '60' })).code).toBe(200);
    expect((await ann.call(deposits.showTopUp, { id: pay.id })).data).toMatchObject({ amount: '50.00' });
  },
  [deposits.showTopUp.path]: async (ann, bob, world) => {
    const { id } = await submitRow(world, ann);
    expect((await bob.call(deposits.showTopUp, { id })).data).toMatchObject({ reason: 'not_found' });
    expect((await ann.call(deposits.showTopUp, { id })).code).toBe(200);
  },
  [listRecords.path]: async (ann, bob) => {
    await ann.call(assets.transfer, { id: newId(), from: 'fund', to: 'spot', amount: '1' });
    const before = '999999999999999-4-999999999999999999';
    expect((await bob.call(listRecords, { before })).data.list).toEqual([]);
    expect((await ann.call(listRecords, { before })).data.list).toHaveLength(1);
  },
  [showRecord.path]: async (ann, bob) => {
    const id = newId();
    await ann.call(assets.transfer, { id, from: 'fund', to: 'spot', amount: '1' });
    expect((await bob.call(showRecord, { id })).data.reason).toBe('not_found');
    expect((await ann.call(showRecord, { id })).data.record.id).toBe(id);
  },
  [listProfits.path]: async (ann, bob) => {
    for (const one of [ann, bob])
      expect((await one.call(listProfits, { before: '900000000000000000' })).data).toEqual({ list: [], next: null });
  },
  // A page's cursor is a time and a number; whatever they are, the page has only the user's own lines.
  [assets.getStatement.path]: async (ann, bob) => {
    const theirs = (await bob.call(assets.getStatement, { before: '900000000000000000' })).data.list;
    const own = (await ann.call(assets.getStatement, {})).data.list;
    expect(own.filter(({ id }) => theirs.some((line) => line.id === id))).toEqual([]);
  },
  // The caller makes the id, per account, as for transfers.
  [withdrawals.startWithdrawal.path]: async (ann, bob, world) => {
    const { id } = await withdraw(await verified(world, ann), '20');
    expect((await withdraw(await verified(world, bob), '30', { id })).code).toBe(200);
    expect((await ann.call(withdrawals.showWithdrawal, { id })).data.amount).toBe('20.00');
    expect((await bob.call(withdrawals.showWithdrawal, { id })).data.amount).toBe('30.00');
  },
  [withdrawals.showWithdrawal.path]: async (ann, bob, world) => {
    const { id } = await withdraw(await verified(world, ann), '20');
    expect((await bob.call(withdrawals.showWithdrawal, { id })).data).toMatchObject({ reason: 'not_found' });
    expect((await ann.call(withdrawals.showWithdrawal, { id })).code).toBe(200);
  },
  [withdrawals.cancelWithdrawal.path]: async (ann, bob, world) => {
    const { id } = await withdraw(await verified(world, ann), '20');
    expect((await bob.call(withdrawals.cancelWithdrawal, { id })).data).toMatchObject({ reason: 'not_found' });
    expect((await ann.call(withdrawals.showWithdrawal, { id })).data.state).toBe('under_review');
  },
  [withdrawals.removePayee.path]: async (ann, bob, world) => {
    await withdraw(await verified(world, ann), '20', { saveAs: 'My payee' });
    const kept = async () => (await ann.call(withdrawals.showWithdrawForm, {})).data.payees;
    const { id } = (await kept())[0]!;
    expect((await bob.call(withdrawals.removePayee, { id })).data).toMatchObject({ reason: 'not_found' });
    expect(await kept()).toHaveLength(1);
  },
  // A page's cursor is a time and a number; whatever they are, the page has only the user's own withdrawals.
  [withdrawals.listWithdrawals.path]: async (ann, bob, world) => {
    await withdraw(await verified(world, ann), '20');
    const before = '999999999999999-900000000000000000';
    expect((await bob.call(withdrawals.listWithdrawals, { before })).data.list).toEqual([]);
    expect((await ann.call(withdrawals.listWithdrawals, { before })).data.list).toHaveLength(1);
  },
};

/** Adds a passkey for Ann, and returns its name and its id. */
async function passkeyOf(ann: Person, name = 'Anns own key'): Promise<{ id: string; name: string }> {
  const key = newAuthenticator(origin);
  const { options } = (await ann.call(factors.askPasskey, { password })).data;
  await ann.call(factors.addPasskey, { name, response: key.make(options.challenge) });
  return { id: key.id, name };
}

/** A submission of Ann's, with both sides uploaded. */
async function cardOf(ann: Person) {
  const side = async (side: 'front' | 'back') =>
    (await upload(ann, await specimenOf(ann, { document: 'id', side }))).data.id;
  const sides = { front: await side('front'), back: await side('back') };
  return { name: 'Anns own name', document: 'id', number: 'ANN-4711-QED', ...sides } as const;
}
/** Buys a pledge for Ann. */
async function pledgeOf(ann: Person, world: World): Promise<string> {
  await withMoney(ann, '10');
  return (await buy(ann, await exampleOf(world, 'pledge', 3600), { units: 1000 })).data.holding.id;
}

const takesAnId = ({ input }: Endpoint) =>
  /"format":"uuid"|"before":|"(id|ref|number)":/.test(
    JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
  );

test("call by call, the id of another user's record returns nothing and changes nothing", async () => {
  const asked = ownedBy(await newWorld())
    .filter(takesAnId)
    .map(({ path }) => path);
  expect(Object.keys(withIds).sort()).toEqual(asked.sort());
  for (const probe of Object.values(withIds)) {
    const world = await newWorld();
    await probe(await world.person(), await world.person(), world);
  }
}, 180_000);

/** Adds a row of Ann's to each table keyed by a user, through the calls. A new table must be added here. */
const ownedTables = [
  'account_event',
  'appeal',
  'contact_mark',
  'correction',
  'credit_event',
  'favourite',
  'file',
  'holding',
  'identity_case',
  'income',
  'lock_link',
  'mail_phrase',
  'membership',
  'movement',
  'movement_step',
  'passkey_challenge',
  'person_authenticator',
  'person_passkey',
  'payee',
  'person_recovery',
  'received',
  'review_case',
  'saved_payees_only',
  'security_event',
  'staff_note',
  'session',
  'share',
  'top_up_case',
  'person',
  'personal_copy',
  'transfer_setting',
  'verification_code',
  'withdrawal',
  'withdrawal_count',
  'withdrawal_day',
];

test('no answer to one user contains data of another: every table has rows of Ann, and Bob makes every call', async () => {
  const world = await newWorld();
  const { rows: keyed } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('person', 'owner', 'number')`.execute(world.owner);
  expect(keyed.map(({ name }) => name).sort()).toEqual(
    [...ownedTables, ...productAccess.flatMap((product) => product.ownedTables)].sort(),
  );

  const office = await openOffice(world);
  const { support } = await office.staff();
  const [ann, bob] = [await world.person({ username: 'ann-the-secret' }), await world.person({ username: 'bob' })];
  const ref = newId();
  await ann.call(assets.transfer, { id: ref, from: 'fund', to: 'spot', amount: '77.123456' });
  const ofProducts: string[] = [];
  const tape = await openTape(world);
  for (const { leaveTraces } of productAccess) {
    ofProducts.push(...(await leaveTraces(ann, world, tape)));
    world.pass(2000);
  }
  await ann.call(setFavourite, { symbol: 'ICP', favourite: true });
  await withMoney(ann, '1234');
  const pledge = (await buy(ann, await exampleOf(world, 'pledge', 3600), { units: 123_321 })).data.holding;
  const withdrawal = await withdraw(await verified(world, ann), '88.654321', { saveAs: 'Anns own payee' });
  await ann.call(security.setMailPhrase, { phrase: 'Anns own phrase', tradePassword: '246810' });
  await ann.call(withdrawals.switchSavedOnly, { on: true, tradePassword: '246810' });
  await sql`update person set identity = 'none' where number = ${ann.number}`.execute(world.owner);
  expect((await ann.call(certify, await cardOf(ann))).code).toBe(200);
  await withLevel(ann, 2);
  await ann.call(transfers.setAsking, { ask: true });
  const carol = await world.person();
  const { token } = (await carol.call(transfers.findPayee, { account: ann.phone })).data;
  await carol.call(transfers.sendToMember, { id: newId(), token, amount: '3.141593', tradePassword });
  await world.visitor('en-US', '198.51.100.77').call(session.login, { account: ann.phone, password });
  await ann.call(security.sendContactCode, { kind: 'phone' });
  await world.work();
  await ann.call(personal.askCopy, { password });
  const { id: topUp } = await submitRow(world, ann, { network: 'ERC20', amount: '4321.987654' });
  const passkey = await passkeyOf(ann);
  const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
  await ann.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  const { number } = ann.info;
  await support.call(addNote, { id: newId(), number, case: null, text: 'Anns own note' });
  await support.call(freezeUser, { number, reason: 'Anns own reason' });
  await ann.call(appeals.sendAppeal, { text: 'Anns own appeal text' });
  const [sessionOfAnn] = await world.owner
    .selectFrom('session')
    .select('id')
    .where('person', '=', ann.info.id)
    .execute();
  const traces = [
    ann.info.id,
    ann.phone,
    '198.51.100.77',
    ann.info.invitationCode,
    number,
    'ann-the-secret',
    ref,
    '77.123456',
    ...ofProducts,
    withdrawal.id,
    pledge.id,
    '1233.21',
    '88.654321',
    practiceAddress,
    'Anns own payee',
    '3.141593',
    'Anns own',
    'Anns own name',
    'QED',
    sessionOfAnn!.id,
    passkey.id,
    topUp,
    '4321.987654',
  ];
  const seen = async (who: Person) => {
    let text = '';
    for (const endpoint of ownedBy(world)) text += (await who.raw(endpoint, {})).body;
    return text;
  };
  const answers = await seen(bob);
  for (const trace of traces) expect(answers, trace).not.toContain(trace);
  // The same search finds Ann's data in Ann's answers, which proves that the check above works.
  const frozen = await seen(ann);
  await support.call(unfreezeUser, { number, reason: 'For the other half' });
  const own = frozen + (await seen(ann));
  for (const trace of traces) expect(own, trace).toContain(trace);
});
