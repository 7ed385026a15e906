import { sendAppeal } from '@glasshouse/protocol/appeals/calls';
import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { showPeriods } from '@glasshouse/protocol/contracts/office-terms';
import { listOperators } from '@glasshouse/protocol/operators/calls';
import type { OperatorRole } from '@glasshouse/protocol/operators/permissions';
import { askPasskey, showSelf } from '@glasshouse/protocol/operators/session';
import * as review from '@glasshouse/protocol/review/office';
import * as site from '@glasshouse/protocol/site/office';
import { listContacts } from '@glasshouse/protocol/support/office';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import * as wealth from '@glasshouse/protocol/wealth/office';
import { sql } from 'kysely';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { openCase, type ReviewKind } from '#site/review/review.ts';
import { officeOrigin, type openOffice } from './office.ts';
import { codeAt } from './operators.ts';
import { newAuthenticator } from './passkey.ts';
import { specimenOf, upload } from './specimens.ts';
import { verified, withdraw } from './withdrawals.ts';
import type { World } from './world.ts';

type Office = Awaited<ReturnType<typeof openOffice>>;
/** The role whose call is accepted, and its inputs: several if one does not cover everything. */
type Sense = { by: OperatorRole; inputs: Record<string, unknown>[] };

/** A queue with documents that need no drawn and uploaded pictures. */
export const papers: ReviewKind = {
  kind: 'papers',
  permission: 'users.correct',
  checks: ['seen'],
  fields: async () => [],
  documents: async () => [{ name: 'front', mime: 'image/png' }],
  readDocument: async () => ({ mime: 'image/png', bytes: Buffer.from('a picture') }),
  decide: async () => {},
};

/**
 * The accepted input for every operator call that needs more than a user's number and a reason, made when it is to be
 * called. The calls are made in the order of the routes, so a later one finds the results of earlier ones.
 */
export async function officeSense(world: World, office: Office, staff: Awaited<ReturnType<Office['staff']>>) {
  const reason = 'To see what happens';
  // The operators who are locked out, reset or given another role are not those who make the calls.
  const freezer = await office.another('support', staff);
  for (const role of ['auditor', 'product_manager', 'reviewer'] as const) await office.another(role, staff);
  const idOf = async (email: string) =>
    (await staff.owner.call(listOperators, {})).data.list.find((each) => each.email === email)!.id;
  const other = (role: OperatorRole) => idOf(`another-${role}@office.example`);

  const [frozen, shown] = [await world.person(), await world.person()];
  await freezer.call(freezeUser, { number: frozen.info.number, reason });
  world.pass(seconds(1));
  await frozen.call(sendAppeal, { text: 'It was me, on a train in another country.' });
  const appeal = (await staff.support.call(review.listReviewCases, { kind: 'appeal' })).data.list[0]!.id;
  const paper = { id: newId(), kind: papers.kind, person: shown.info.id, number: shown.number, title: 'Papers' };
  await step(world.db, (tx) => openCase(tx, world.clock(), paper));

  const payer = await verified(world);
  const [stopped, failed] = [await withdraw(payer, '50'), await withdraw(payer, '60')];
  /** Approves a withdrawal, so that it is in progress. */
  const approve = async (id: string) => {
    const { rows } = await sql<{ case: string }>`select case_id as case from withdrawal where id = ${id}`.execute(
      world.owner,
    );
    const about = { id: rows[0]!.case };
    await staff.reviewer.call(review.claimReviewCase, about);
    const { checks } = (await staff.reviewer.call(review.showReviewCase, about)).data;
    await staff.reviewer.call(review.decideReviewCase, { ...about, decision: 'approve', checks, reason: null });
  };

  const at = (later: number) => plus(world.clock(), later).toISOString();
  const soon = { from: at(minutes(600)), until: at(minutes(660)), reason };
  const key = newAuthenticator(officeOrigin);
  const manager = staff.product_manager;
  const one = (by: OperatorRole, input: Record<string, unknown>): Sense => ({ by, inputs: [{ reason, ...input }] });
  const inForce = <T extends { state: string }>(list: T[]) => list.find(({ state }) => state === 'in_force')!;
  const announced = <T extends { state: string }>(list: T[]) => list.find(({ state }) => state === 'announced');
  const money = async () => (await manager.call(site.showMoney, {})).data.list;
  const terms = async () => (await manager.call(showPeriods, {})).data.list;

  const offer = {
    label: 'Sixty days',
    power: '',
    terms: { kind: 'trust' as const, unit: '10.00', rateBp: 730, days: 60 },
    ...{ least: 1, most: 100, quota: 1000, opensAt: at(0), closesAt: null },
  };
  /** A new draft of a product. */
  const drafted = async () =>
    (await manager.call(wealth.saveDraft, { product: null, expected: null, offer, reason })).data;

  // Even if the feed reports that it is stuck, no day can be given up while the tape continues.
  await sql`
    insert into tape_stuck (day, reason, since, seen_at)
    values (${Math.floor(Date.now() / dayMs)}, 'seed', now() - interval '11 minutes', now() + interval '10 minutes')`.execute(
    world.owner,
  );

  const sense: Record<string, () => Promise<Sense>> = {
    '/office/review/list': async () => one('support', { kind: 'appeal' }),
    '/office/review/show': async () => one('support', { id: appeal }),
    '/office/review/claim': async () => ({ by: 'support', inputs: [{ id: paper.id }, { id: appeal }] }),
    '/office/review/release': async () => one('support', { id: appeal }),
    '/office/review/document': async () => one('support', { id: paper.id, name: 'front' }),
    '/office/review/decide': async () => {
      await staff.support.call(review.claimReviewCase, { id: appeal });
      return one('support', { id: appeal, decision: 'approve', checks: ['read', 'cause', 'contact'] });
    },
    '/office/withdrawals/list': async () => one('reviewer', { state: 'under_review' }),
    '/office/withdrawals/freeze': async () => one('reviewer', { number: payer.info.number, id: stopped.id }),
    '/office/withdrawals/unfreeze': async () => one('reviewer', { number: payer.info.number, id: stopped.id }),
    '/office/withdrawals/return': async () => {
      await approve(failed.id);
      return one('reviewer', { number: payer.info.number, id: failed.id });
    },
    '/office/files/show': async () => one('reviewer', { id: (await upload(shown, await specimenOf(shown))).data.id }),
    '/office/users/correct': async () => {
      const input = { wallet: 'contract', currency: 'USDT', amount: '10.00', reason };
      const number = frozen.info.number;
      return {
        by: 'support',
        inputs: ['credit', 'debit'].map((direction) => ({ ...input, id: newId(), number, direction })),
      };
    },
    '/office/users/addNote': async () =>
      one('support', { id: newId(), number: shown.info.number, case: null, text: 'A note' }),
    '/office/search/all': async () => one('support', { query: 'user' }),
    '/office/exports/read': async () =>
      one('auditor', { name: 'users', from: utcDay(Date.now()), until: utcDay(Date.now()) }),
    '/office/operators/invite': async () =>
      one('owner', { name: 'Nina New', email: 'nina@office.example', role: 'auditor', language: 'en-US' }),
    '/office/operators/role': async () => one('owner', { id: await other('auditor'), role: 'support' }),
    '/office/operators/reset': async () => one('owner', { id: await other('product_manager'), language: 'en-US' }),
    '/office/operators/disable': async () => one('owner', { id: await other('reviewer') }),
    '/office/site/saveMoney': async () => {
      const { version, settings } = inForce(await money());
      return one('product_manager', { expectedVersion: version, settings: { ...settings, cnyRate: '7.30' } });
    },
    '/office/contracts/savePeriods': async () => {
      const { version, terms: agreed } = inForce(await terms());
      const periods = agreed.periods.map((each) => ({
        ...each,
        returnPercent: String(Number(each.returnPercent) + 1),
      }));
      return one('product_manager', { expectedVersion: version, terms: { ...agreed, minStake: '11.00', periods } });
    },
    '/office/market/giveUpDay': async () => one('owner', { day: utcDay(Date.now()) }),
    '/office/approvals/decide': async () => {
      const { list } = (await staff.reviewer.call(listApprovals, { limit: 100 })).data;
      const inputs = list.filter(({ mayDecide }) => mayDecide).map(({ id }) => ({ id, decision: 'approve', reason }));
      return { by: 'reviewer', inputs };
    },
    '/office/wealth/save': async () => one('product_manager', { product: null, expected: null, offer }),
    '/office/wealth/delete': async () => one('product_manager', await drafted()),
    '/office/wealth/publish': async () => one('product_manager', { ...(await drafted()), offer }),
    '/office/wealth/close': async () => one('product_manager', { product: 1, version: 1 }),
    '/office/dashboard/csv': async () => one('auditor', { panel: 'books' }),
    '/office/site/saveSettings': async () => {
      const { version, settings } = (await manager.call(site.showSettings, {})).data.list[0]!;
      return one('product_manager', { expectedVersion: version, settings: { ...settings, title: 'Another title' } });
    },
    '/office/site/withdrawMoney': async () => one('product_manager', { version: announced(await money())?.version }),
    '/office/contracts/withdrawPeriods': async () =>
      one('product_manager', { version: announced(await terms())?.version }),
    '/office/site/saveAnnouncement': async () =>
      one('product_manager', { ...soon, id: null, texts: { 'zh-CN': '有话要说' } }),
    '/office/site/endAnnouncement': async () =>
      one('product_manager', { id: (await manager.call(site.listAnnouncements, {})).data.list[0]?.id }),
    '/office/site/planMaintenance': async () => one('product_manager', { ...soon, texts: null }),
    '/office/site/endMaintenance': async () =>
      one('product_manager', { id: (await manager.call(site.listMaintenance, {})).data.list[0]?.id }),
    '/office/support/saveContact': async () =>
      one('product_manager', { id: null, account: 'Ask us', link: 'https://example.com/ask', place: 1 }),
    '/office/support/removeContact': async () =>
      one('product_manager', { id: (await manager.call(listContacts, {})).data.list[0]?.id }),
    '/office/self/confirm': async () => {
      world.pass(seconds(30)); // the previous code has been used
      return one('support', { code: codeAt(staff.support.person.secret, world.clock()) });
    },
    '/office/self/addPasskey': async () => {
      const { challenge } = (await staff.support.call(askPasskey, { purpose: 'add' })).data.options;
      return one('support', { name: 'Blue key', response: key.make(challenge) });
    },
    '/office/self/removePasskey': async () =>
      one('support', { id: (await staff.support.call(showSelf, {})).data.passkeys[0]?.id }),
    '/office/self/password': async () =>
      one('support', { oldPassword: staff.support.person.password, password: 'another horse battery' }),
  };
  return sense;
}
