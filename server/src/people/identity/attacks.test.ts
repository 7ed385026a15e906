import type { Input } from '@glasshouse/protocol/endpoint';
import { showFile } from '@glasshouse/protocol/files/calls';
import { viewFile } from '@glasshouse/protocol/files/office';
import { certify, showCertState } from '@glasshouse/protocol/identity/calls';
import { detailsDocument } from '@glasshouse/protocol/identity/office';
import * as review from '@glasshouse/protocol/review/office';
import { listEvents } from '@glasshouse/protocol/security/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifyInviterOf } from '#money/invites/invites.ts';
import { newId, newToken } from '#platform/database/ids.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { specimenOf, upload } from '../../../test/specimens.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { decideByClock, eraseIdentities } from './jobs.ts';
import { sealDetails } from './sealed.ts';

type Person = Awaited<ReturnType<World['person']>>;
const typed = { name: 'Specimen Ann', number: 'GH-1234-567' };
const checks = ['specimenName', 'specimenNumber', 'specimenCode', 'specimenStamp'];

/**
 * File rows for two sides without pictures, because cleaning one takes a second and these attacks don't concern
 * pictures.
 */
async function sidesOf(world: World, { info }: Person, expires_at: Date | null = new Date('2999-01-01')) {
  const side = (part: string) => ({
    ...{ id: newId(), person: info.id, purpose: 'specimen', part, name: newToken(), code: null, expires_at },
    ...{ wrapped_key: Buffer.alloc(60), key_id: world.files.keys.current, bytes: 1, width: 1, height: 1 },
    ...{ sha256: Buffer.alloc(32), created_at: world.clock() },
  });
  const [front, back] = [side('id-front'), side('id-back')];
  await world.owner.insertInto('file').values([front, back]).execute();
  return { front: front.id, back: back.id };
}
const send = async (world: World, person: Person, more: Partial<Input<typeof certify>> = {}) =>
  person.call(certify, { ...typed, document: 'id', ...(await sidesOf(world, person)), ...more });
const stateOf = async (person: Person) => (await person.call(showCertState, {})).data;

async function open() {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  const { reviewer } = staff;
  const claimed = async () => {
    const [first] = (await reviewer.call(review.listReviewCases, { kind: 'identity' })).data.list;
    await reviewer.call(review.claimReviewCase, { id: first!.id });
    return first!.id;
  };
  const read = (id: string, name: string = detailsDocument, who = reviewer) =>
    who.call(review.readReviewDocument, { id, name });
  const decide = (id: string, decision: 'approve' | 'reject', who = reviewer) =>
    who.call(review.decideReviewCase, { id, decision, checks, reason: 'It is so' });
  return { world, office, staff, reviewer, claimed, read, decide };
}

test('names with bidirectional controls, invisible characters or no letter are refused', async () => {
  const { world } = await open();
  const ann = await world.person();
  const hostile = {
    override: 'Ann \u202Egnp.exe',
    isolate: '\u2066Ann\u2069',
    mark: 'Ann\u200F',
    'zero width': 'An\u200Bn',
    'byte order': 'An\uFEFFn',
    'only joiners': '\u200D\u200D',
    'line break': 'Ann\nPassed by: the owner',
    'line separator': 'Ann\u2028Passed',
    'carriage return': 'Ann\rEve',
    escape: 'Ann\u001b[2J',
    bell: 'Ann\u0007',
    half: 'Ann\uD800',
    private: 'Ann\uE000',
    tags: 'Ann\u{E0041}',
    unassigned: 'Ann\u0378',
    'no letter': '---',
    'too long': 'a'.repeat(81),
    'far too long': 'a'.repeat(50_000),
  };
  const taken: string[] = [];
  for (const [what, name] of Object.entries(hostile)) {
    world.pass(minutes(60));
    const answer = await send(world, ann, { name });
    if (answer.code !== 400) taken.push(`${what}: ${answer.code}`);
    else expect(answer.data).toMatchObject({ reason: 'bad_input', fields: ['name'] });
  }
  expect(taken).toEqual([]);
  // Names that people have.
  for (const name of ['Nguyễn Thị Ánh', 'О’Коннор-Ли', '王小明', 'محمد', 'क्‍षेत्र', 'José  María', 'Ann <b>&"\'']) {
    const bob = await world.person();
    expect((await send(world, bob, { name })).code, name).toBe(200);
    expect((await stateOf(bob)).name).toBe(name);
  }
});

test("papers open only for the case's holder until it is decided, and the user reads that they were opened", async () => {
  const { world, staff, office, reviewer, claimed, read, decide } = await open();
  const ann = await world.person();
  await send(world, ann);
  const id = await claimed();
  const opened = async () => (await ann.call(listEvents, {})).data.list.filter(({ kind }) => kind === 'case_opened');
  const other = await office.another('reviewer', staff);
  for (const who of [other, staff.support, staff.auditor, staff.owner])
    expect((await read(id, detailsDocument, who)).code).not.toBe(200);
  expect((await other.call(review.releaseReviewCase, { id })).data.reason).toBe('claim_lost');
  expect((await decide(id, 'approve', other)).data.reason).toBe('claim_lost');
  expect(await opened()).toEqual([]);

  expect((await Promise.all([read(id), read(id), read(id)])).map(({ code }) => code)).toEqual([200, 200, 200]);
  const [event, ...more] = await opened();
  expect(more).toEqual([]);
  // The event says when, not who.
  expect(event).toMatchObject({ at: world.clock().toISOString(), address: '', device: '', detail: null, times: 1 });
  expect(JSON.stringify(event)).not.toContain('Rita');
  expect((await reviewer.call(review.releaseReviewCase, { id })).code).toBe(200);
  for (let i = 0; i < 3; i++) {
    world.pass(minutes(21));
    await claimed();
  }
  await read(id);
  expect(await opened()).toHaveLength(2);

  expect((await decide(id, 'approve')).code).toBe(200);
  expect((await read(id)).data.reason).toBe('claim_lost');
  expect((await decide(id, 'reject')).data.reason).toBe('case_decided');
  expect((await reviewer.call(review.claimReviewCase, { id })).data.reason).toBe('case_decided');
  expect((await reviewer.call(review.releaseReviewCase, { id })).data.reason).toBe('claim_lost');
});

test('a look at a picture outside its case is reported to the user; no one else reads it, and expired pictures serve no case', async () => {
  const { world, staff, reviewer } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  const { id } = (await upload(ann, await specimenOf(ann))).data;
  expect((await bob.call(showFile, { id })).data.reason).toBe('not_found');
  for (const who of [staff.support, staff.auditor, staff.product_manager])
    expect((await who.call(viewFile, { id })).data.reason).toBe('not_permitted');
  expect((await ann.call(listEvents, {})).data.list.map(({ kind }) => kind)).toEqual(['registered']);
  expect((await reviewer.call(viewFile, { id })).code).toBe(200);
  expect((await ann.call(listEvents, {})).data.list.map(({ kind }) => kind)).toContain('case_opened');
  // The job that erases runs every ten minutes; an expired picture is unusable before that.
  const late = await sidesOf(world, ann, world.clock());
  expect((await ann.call(certify, { ...typed, document: 'id', ...late })).data).toMatchObject({ reason: 'not_found' });
  expect((await stateOf(ann)).state).toBe('none');
});

test('of two simultaneous decisions, one counts', async () => {
  const { world, claimed, decide } = await open();
  const ann = await world.person();
  await send(world, ann);
  const id = await claimed();
  const both = await Promise.all([decide(id, 'approve'), decide(id, 'reject')]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
});

test('if an operator and the clock decide at the same moment, one decision counts', async () => {
  const { world, claimed, decide } = await open();
  await setMoney(world, { identity_minutes: 1, effective_at: world.clock() });
  const told: string[] = [];
  const bus = { publish: (_: string, text: string) => void told.push(text) };
  for (let round = 0; round < 4; round++) {
    const bob = await world.person();
    await send(world, bob);
    world.pass(seconds(50));
    const id = await claimed();
    // The claim ends while the decision is in progress, so that both may decide.
    world.pass(minutes(review.claimMinutes) - 1);
    const late = round % 2 === 0 ? 0 : 1;
    const clock = () => decideByClock(notifyInviterOf)(world.db, bus, new Date(world.clock().getTime() + 1));
    const answers = await Promise.all([decide(id, 'reject'), clock(), ...(late ? [clock()] : [])]);
    const { state, automatic } = await stateOf(bob);
    expect([answers[0].code, state, automatic]).toEqual(
      answers[0].code === 200 ? [200, 'rejected', false] : [409, 'passed', true],
    );
    world.pass(minutes(1));
  }
  // Each person is notified once.
  const passed = await world.owner.selectFrom('review_case').select('id').where('automatic', '=', true).execute();
  expect(told).toHaveLength(passed.length);
});

test('opening papers while they are erased shows all of them or nothing', async () => {
  const { world, reviewer, claimed, read } = await open();
  const eve = await world.person();
  await send(world, eve);
  const id = await claimed();
  await world.owner.updateTable('identity_case').set({ erase_at: world.clock() }).where('id', '=', id).execute();
  const [seen] = await Promise.all([read(id), eraseIdentities(world.db, world.clock())]);
  expect(seen.code === 200 || seen.data.reason === 'not_found').toBe(true);
  expect((await read(id)).data.reason).toBe('not_found');
  const { rows } = await sql<{ left: bigint }>`
    select num_nonnulls(sealed, wrapped_key, key_id)::bigint as left from identity_case where id = ${id}`.execute(
    world.owner,
  );
  expect(rows).toEqual([{ left: 0n }]);
  expect((await reviewer.call(review.releaseReviewCase, { id })).code).toBe(200);
});

test('no database role can change submitted data or keep it longer', async () => {
  const { world, office, claimed, decide } = await open();
  const ann = await world.person();
  await send(world, ann);
  const id = await claimed();
  const other = sealDetails(world.files.keys, id, { name: 'Somebody Else', number: 'GH-0000' });
  const refused = async (db: World['db'], change: object) =>
    expect(
      db.updateTable('identity_case').set(change).where('id', '=', id).execute(),
      JSON.stringify(Object.keys(change)),
    ).rejects.toMatchObject({ code: '42501' });
  await refused(world.db, { ...other });
  await refused(world.db, { sealed: null, wrapped_key: null, key_id: null });
  await decide(id, 'approve');
  for (const db of [world.db, office.db]) {
    await refused(db, { erase_at: null });
    await refused(db, { erase_at: new Date(world.clock().getTime() + days(3650)) });
    await refused(db, { erase_at: world.clock() });
  }
  // The office role can't read events of people's accounts, and can only write that papers were opened.
  for (const attempt of [
    'select kind from security_event',
    `insert into security_event (id, person, at, kind, address, device) values (gen_random_uuid(), '${ann.info.id}', now(), 'locked', '', '')`,
    'update security_event set times = times + 1',
    'delete from security_event',
  ])
    await expect(sql.raw(attempt).execute(office.db), attempt).rejects.toThrow('permission denied');
  const asApp = sql`select papers_opened(gen_random_uuid(), ${ann.info.id}, now())`.execute(world.db);
  await expect(asApp).rejects.toThrow('permission denied');
});
