import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import type { Input } from '@glasshouse/protocol/endpoint';
import { certify, showCertState } from '@glasshouse/protocol/identity/calls';
import { caseDetails, detailsDocument } from '@glasshouse/protocol/identity/office';
import * as review from '@glasshouse/protocol/review/office';
import { getUser, login } from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { notifyInviterOf } from '#money/invites/invites.ts';
import { days, minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { specimenOf, upload } from '../../../test/specimens.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { eraseFiles } from '../files/jobs.ts';
import { openKeys } from '../files/sealing.ts';
import { decideByClock, eraseIdentities } from './jobs.ts';
import { detailsIn, rewrapIdentities } from './sealed.ts';

// Each picture needs a process of its own.

type Person = Awaited<ReturnType<World['person']>>;
type Document = Input<typeof certify>['document'];
const typed = { name: 'Specimen Ann', number: 'GH-1234-567' };
const checks = ['specimenName', 'specimenNumber', 'specimenCode', 'specimenStamp'];

async function sidesOf(person: Person, document: Document = 'id') {
  const send = async (side: 'front' | 'back') =>
    (await upload(person, await specimenOf(person, { document, side }))).data.id;
  return { front: await send('front'), back: await send('back') };
}
const submit = async (person: Person, document: Document = 'id') =>
  person.call(certify, { ...typed, document, ...(await sidesOf(person, document)) });
const stateOf = async (person: Person) => (await person.call(showCertState, {})).data;

async function open() {
  // The database's clock checks the history of settings.
  const world = await newWorld({ now: new Date() });
  const staff = await (await openOffice(world)).staff();
  const { reviewer } = staff;
  const waiting = async () => (await reviewer.call(review.listReviewCases, { kind: 'identity' })).data.list;
  const decide = async (decision: 'approve' | 'reject', reason: string | null) => {
    const [first] = await waiting();
    await reviewer.call(review.claimReviewCase, { id: first!.id });
    const answer = await reviewer.call(review.decideReviewCase, { id: first!.id, decision, checks, reason });
    return { ...answer, id: first!.id };
  };
  return { world, staff, waiting, decide };
}
const decideAfter = (world: World, after: number) =>
  setMoney(world, { identity_minutes: after, unattended_seconds: 0, effective_at: world.clock() });

test('a specimen is submitted, compared by a reviewer and passed, and the screen is notified', async () => {
  const { world, staff, waiting } = await open();
  const ann = await world.person();
  expect(await stateOf(ann)).toMatchObject({ state: 'none', submittedAt: null, name: null, erasedAt: null });
  expect(await submit(ann)).toMatchObject({ code: 200, data: { state: 'under_review' } });
  expect(await stateOf(ann)).toEqual({
    ...{ state: 'under_review', submittedAt: world.clock().toISOString(), decidedAt: null, reason: null },
    ...{ automatic: false, automaticAt: null, erasedAt: null },
    ...{ name: typed.name, document: 'id', number: '••••••••567' },
    ...{ attempt: 1, usualSeconds: null, automaticSeconds: null, onDuty: true },
  });
  expect((await ann.call(getUser, {})).data.identity).toBe('under_review');
  expect((await submit(ann)).data).toMatchObject({ reason: 'identity_under_review' });

  const { reviewer, support, auditor } = staff;
  const [found] = await waiting();
  const id = found!.id;
  // Permanent data has nothing personal, and personal data opens only for the case's holder.
  expect(found).toMatchObject({ title: 'id', number: ann.info.number, tryNumber: 1 });
  const shown = (await auditor.call(review.showReviewCase, { id })).data;
  expect(shown).toMatchObject({ fields: [], checks, deciders: ['reviewer'] });
  expect(shown.documents.map(({ name }) => name)).toEqual([detailsDocument, 'front', 'back']);
  const read = (who: typeof reviewer, name: string) => who.call(review.readReviewDocument, { id, name });
  expect((await read(reviewer, detailsDocument)).data.reason).toBe('claim_lost');
  expect((await read(support, 'front')).data.reason).toBe('not_permitted');
  expect((await support.call(review.claimReviewCase, { id })).data.reason).toBe('not_permitted');
  expect((await support.call(review.listReviewCases, { kind: 'identity' })).data.reason).toBe('not_permitted');
  await reviewer.call(review.claimReviewCase, { id });
  const text = Buffer.from((await read(reviewer, detailsDocument)).data.base64, 'base64').toString();
  const code = { number: ann.info.number, document: 'id', expiresAt: expect.any(String) };
  expect(caseDetails.parse(JSON.parse(text))).toEqual({
    typed: { ...typed, user: ann.info.number, document: 'id' },
    coded: { front: { ...code, side: 'front' }, back: { ...code, side: 'back' } },
  });
  const front = (await read(reviewer, 'front')).data;
  expect(front.mime).toBe('image/webp');
  expect(front.base64).not.toBe((await read(reviewer, 'back')).data.base64);
  expect((await read(reviewer, 'somewhere else')).data.reason).toBe('not_found');
  const { trail } = (await auditor.call(review.showReviewCase, { id })).data;
  const looks = trail.filter(({ action }) => action === review.readReviewDocument.path);
  expect(looks.map(({ after }) => after)).toEqual([{ read: 'back' }, { read: 'front' }, { read: detailsDocument }]);

  const heard: string[] = [];
  await world.bus.opened;
  world.bus.subscribe(`user.${ann.number}`, (event) => heard.push(event));
  await wait(50);
  const approve = (ticked: string[]) =>
    reviewer.call(review.decideReviewCase, { id, decision: 'approve', checks: ticked, reason: null });
  expect((await approve(checks.slice(1))).data.reason).toBe('checks_missing');
  expect((await approve(checks)).code).toBe(200);
  await vi.waitFor(() => expect(heard).toEqual(['{"type":"identity","state":"passed"}']), 3000);
  expect((await ann.call(getUser, {})).data.identity).toBe('passed');
  expect(await stateOf(ann)).toMatchObject({ state: 'passed', automatic: false, reason: null });
  expect((await submit(ann)).data).toMatchObject({ reason: 'identity_passed' });
  const [entry] = (await auditor.call(listAudit, { subject: `user:${ann.info.number}` })).data.list;
  expect(entry).toMatchObject({ before: { identity: 'under_review' }, after: { identity: 'passed' } });
  // Typed data is neither in the log nor readable in the table.
  const { rows } = await sql<{ text: string }>`
    select coalesce((select string_agg(e::text, '') from audit_entry e), '') || coalesce((select string_agg(c::text, '') from identity_case c), '')
      || coalesce((select string_agg(r::text, '') from review_case r), '') as text`.execute(world.owner);
  expect(rows[0]!.text).toContain(id);
  for (const secret of [typed.name, typed.number, Buffer.from(typed.name).toString('hex')])
    expect(rows[0]!.text).not.toContain(secret);
});

test('of twenty simultaneous submissions one becomes a case', async () => {
  const { world, waiting } = await open();
  const ann = await world.person();
  const sides = await sidesOf(ann);
  const all = await Promise.all(
    Array.from({ length: 20 }, () => ann.call(certify, { ...typed, document: 'id', ...sides })),
  );
  const reasons = all.map(({ code, data }) => (code === 200 ? 'taken' : data.reason));
  expect(reasons.filter((reason) => reason === 'taken')).toHaveLength(1);
  expect(new Set(reasons)).toEqual(new Set(['taken', 'identity_under_review', 'too_many_requests']));
  expect(await waiting()).toHaveLength(1);
});

test('pictures of another person, document or side, or of an earlier case, are not found', async () => {
  const { world, waiting } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  const [own, licence, other] = [await sidesOf(ann), await sidesOf(ann, 'licence'), await sidesOf(bob)];
  const tries = [
    { front: other.front, back: own.back },
    { front: own.front, back: other.back },
    { front: own.back, back: own.front },
    { front: own.front, back: own.front },
    { front: own.front, back: licence.back },
    licence,
  ];
  for (const sides of tries)
    expect((await ann.call(certify, { ...typed, document: 'id', ...sides })).data).toMatchObject({
      reason: 'not_found',
    });
  expect(await waiting()).toEqual([]);
  expect((await stateOf(ann)).state).toBe('none');
  // A refused submission keeps no picture: unused ones are still deleted after a day.
  const kept = await world.owner.selectFrom('file').select('id').where('expires_at', 'is', null).execute();
  expect(kept).toEqual([]);
  for (const change of [{ name: ' ' }, { name: 'a'.repeat(81) }, { number: '123' }, { number: '1234 5' }]) {
    const answer = await bob.call(certify, { ...typed, document: 'id', ...other, ...change });
    expect(answer.code, JSON.stringify(change)).toBe(400);
  }
});

test('a rejected user reads why and uploads again; the earlier pictures cannot be used a second time', async () => {
  const { world, waiting, decide } = await open();
  const ann = await world.person();
  const sides = await sidesOf(ann);
  await ann.call(certify, { ...typed, document: 'id', ...sides });
  const { id } = await decide('reject', 'The name is not the one on the card');
  expect(await stateOf(ann)).toMatchObject({
    ...{ state: 'rejected', reason: 'The name is not the one on the card', automatic: false },
    decidedAt: world.clock().toISOString(),
  });
  const fresh = await sidesOf(ann);
  for (const again of [sides, { ...fresh, front: sides.front }, { ...fresh, back: sides.back }])
    expect((await ann.call(certify, { ...typed, document: 'id', ...again })).data).toMatchObject({
      reason: 'not_found',
    });
  expect((await stateOf(ann)).state).toBe('rejected');
  world.pass(seconds(1));
  expect((await submit(ann, 'licence')).code).toBe(200);
  expect(await stateOf(ann)).toMatchObject({
    state: 'under_review',
    document: 'licence',
    reason: null,
    decidedAt: null,
    attempt: 2,
  });
  const [second] = await waiting();
  expect(second).toMatchObject({ title: 'licence', tryNumber: 2 });
  expect(second!.id).not.toBe(id);
});

test('thirty days after the decision, pictures, name and number are erased, and no copy can be decrypted', async () => {
  const { world, decide } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  await submit(ann);
  world.pass(seconds(1));
  await submit(bob, 'licence');
  await decide('approve', null);
  const erasedAt = plus(world.clock(), days(30)).toISOString();
  expect(await stateOf(ann)).toMatchObject({ name: typed.name, erasedAt });
  const left = async () => {
    await eraseFiles(world.db, world.files, world.clock());
    await eraseIdentities(world.db, world.clock());
    const rows = await world.owner.selectFrom('identity_case').selectAll().orderBy('id').execute();
    const keys = await world.owner.selectFrom('file').select('id').execute();
    return { rows, keys: keys.length, lying: (await readdir(join(world.config.FILES_DIRECTORY, 'pictures'))).length };
  };
  world.pass(days(30) - minutes(1));
  expect(await left()).toMatchObject({ rows: [{ sealed: expect.any(Buffer) }, {}], keys: 4, lying: 4 });
  world.pass(minutes(1));
  // Bob's case is still pending, so his data stays.
  expect(await left()).toMatchObject({
    rows: [
      { person: ann.info.id, front: null, back: null, sealed: null, wrapped_key: null, key_id: null },
      { person: bob.info.id, front: expect.any(String), sealed: expect.any(Buffer), erase_at: null },
    ],
    keys: 2,
    lying: 2,
  });
  await ann.call(login, { account: ann.phone, password });
  expect(await stateOf(ann)).toMatchObject({ state: 'passed', name: null, number: null, document: 'id', erasedAt });
});

test('on an unattended site the clock passes cases, and the case says so', async () => {
  const { world, staff, waiting } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  await submit(ann);
  world.pass(minutes(4));
  await submit(bob);
  const heard: string[] = [];
  const bus = { publish: (subject: string, text: string) => heard.push(`${subject} ${text}`) };
  const turn = (later = 0) => decideByClock(notifyInviterOf)(world.db, bus, plus(world.clock(), later));
  await decideAfter(world, 0);
  await turn(days(100));
  expect([await waiting(), heard]).toMatchObject([[{}, {}], []]); // on other sites people decide, however long it takes

  const { reviewer } = staff;
  await decideAfter(world, 10);
  const { submittedAt, automaticAt } = await stateOf(bob);
  expect(Date.parse(automaticAt!) - Date.parse(submittedAt!)).toBe(minutes(10));
  world.pass(minutes(6) - seconds(1));
  await turn();
  expect(await waiting()).toHaveLength(2);
  world.pass(seconds(1));
  await turn();
  expect(heard).toEqual([`user.${ann.number} {"type":"identity","state":"passed"}`]);
  expect(await stateOf(ann)).toMatchObject({
    ...{ state: 'passed', automatic: true, automaticAt: null, decidedAt: world.clock().toISOString() },
    erasedAt: plus(world.clock(), days(30)).toISOString(),
  });
  const [decided] = (await reviewer.call(review.listReviewCases, { kind: 'identity', state: 'decided' })).data.list;
  expect(decided!.decided).toMatchObject({ decision: 'approve', by: null });

  // A case that an operator is looking at waits for them.
  const [of] = await waiting();
  world.pass(minutes(3));
  await reviewer.call(review.claimReviewCase, { id: of!.id });
  world.pass(minutes(2));
  await turn();
  expect((await stateOf(bob)).state).toBe('under_review');
  const reject = { id: of!.id, decision: 'reject' as const, checks: [], reason: 'No stamp on the back' };
  expect((await reviewer.call(review.decideReviewCase, reject)).code).toBe(200);
  await turn();
  expect(await stateOf(bob)).toMatchObject({ state: 'rejected', automatic: false, automaticAt: null });
});

test("the usual duration is shown once five people have a decision, and the clock's decisions don't count", async () => {
  const { world } = await open();
  const ann = await world.person();
  const decided = async (after: number, by: 'reviewer' | 'clock') => {
    const bob = await world.person();
    await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at, decision, decided_at, decided_by, decided_by_name)
      select gen_random_uuid(), 'identity', ${bob.info.id}, ${bob.number}, 'id', 1, now(), 'approve', now() + ${after} * interval '1 second', id, name
      from (select id, name from operator where role = 'reviewer' and ${by} = 'reviewer' union all select null, null where ${by} = 'clock') who limit 1`.execute(
      world.owner,
    );
  };
  for (const after of [100, 200, 300, 4000]) await decided(after, 'reviewer');
  for (const after of [1, 1]) await decided(after, 'clock');
  expect(await stateOf(ann)).toMatchObject({ state: 'none', attempt: 0, usualSeconds: null, automaticSeconds: null });
  await decided(400, 'reviewer');
  await decideAfter(world, 10);
  expect(await stateOf(ann)).toMatchObject({ usualSeconds: 400, automaticSeconds: 600 });
});

test('no single database role can pass an identity', async () => {
  const { world } = await open();
  const ann = await world.person();
  await submit(ann);
  const attempts = [
    "update person set identity = 'passed'",
    "update review_case set decision = 'approve', decided_at = now()",
    'update identity_case set person = person',
    'delete from identity_case',
  ];
  for (const attempt of attempts)
    await expect(sql.raw(attempt).execute(world.db), attempt).rejects.toThrow('permission denied');
  // The clock's own function first checks whether the site is unattended.
  await decideAfter(world, 0);
  const passed = await sql`select * from pass_identities('2100-01-01', 10)`.execute(world.db);
  expect(passed.rows).toEqual([]);
  // The database also refuses a second submission while one is open.
  const again = sql`insert into identity_case (id, person, document) select id, person, 'id' from review_case`;
  await expect(again.execute(world.db)).rejects.toThrow();
});

test('a new key replaces the old one for sealed data', async () => {
  const { world } = await open();
  const ann = await world.person();
  await submit(ann);
  const key = randomBytes(32).toString('base64');
  const both = openKeys(key, world.config.FILES_KEY);
  await rewrapIdentities(world.db, { keys: both });
  const [row] = await world.owner.selectFrom('identity_case').selectAll().execute();
  expect(row!.key_id).toBe(both.current);
  expect(detailsIn(openKeys(key), row!)).toEqual(typed);
  expect(() => detailsIn(openKeys(world.config.FILES_KEY), row!)).toThrow('neither FILES_KEY nor FILES_KEY_OLD');
});
