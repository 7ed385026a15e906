import * as appeals from '@glasshouse/protocol/appeals/calls';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { freezeUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { locales } from '@glasshouse/protocol/locales';
import * as review from '@glasshouse/protocol/review/office';
import { cannedReasons } from '@glasshouse/protocol/review/reasons';
import { getUser } from '@glasshouse/protocol/session/calls';
import { allWords } from '@glasshouse/words/read';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { say } from '#platform/runtime/words.ts';
import { openOffice } from '../../../test/office.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { openCase, type ReviewKind } from './review.ts';
import { officeRoutesWith } from './routes.ts';

const text = 'I logged in from a train and somebody thought it was not me.';
const reason = 'Logged in from two countries at once';
const checks = ['read', 'cause', 'contact'];

async function open() {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  // The operator who froze the account cannot decide the appeal, so there are two in support.
  return { world, office, staff: { ...staff, freezer: await office.another('support', staff) } };
}
type Staff = Awaited<ReturnType<typeof open>>['staff'];
async function frozenWithAppeal(world: World, staff: Staff) {
  const ann = await world.person();
  await staff.freezer.call(freezeUser, { number: ann.info.number, reason });
  world.pass(seconds(1));
  expect((await ann.call(appeals.sendAppeal, { text })).code).toBe(200);
  const { list } = (await staff.support.call(review.listReviewCases, { kind: 'appeal' })).data;
  return { ann, id: list.at(-1)!.id };
}

test('a frozen user appeals, support approves, and the account is free', async () => {
  const { world, staff } = await open();
  const { ann, id } = await frozenWithAppeal(world, staff);
  expect((await ann.call(appeals.showAppeal, {})).data).toMatchObject({
    frozen: { reason },
    appeal: { state: 'under_review', text, answer: null },
  });
  expect((await ann.call(appeals.sendAppeal, { text })).data.reason).toBe('appeal_open');
  expect((await staff.support.call(review.listReviewKinds, {})).data.list[0]).toMatchObject({
    ...{ kind: 'appeal', waiting: 1, checks, mayDecide: true },
  });
  const decide = (change: object) =>
    staff.support.call(review.decideReviewCase, { id, decision: 'approve', checks, reason: null, ...change });
  expect((await decide({})).data.reason).toBe('claim_lost'); // only the operator with the claim can decide
  await staff.support.call(review.claimReviewCase, { id });
  expect((await decide({ checks: checks.slice(1) })).data.reason).toBe('checks_missing');
  expect((await decide({})).code).toBe(200);
  expect((await decide({})).data.reason).toBe('case_decided');
  expect((await ann.call(getUser, {})).data.status).toBe('normal');
  expect((await ann.call(appeals.showAppeal, {})).data).toEqual({ frozen: null, appeal: null });
  const shown = (await staff.auditor.call(review.showReviewCase, { id })).data;
  expect(shown.case).toMatchObject({ tryNumber: 1, decided: { decision: 'approve', by: { name: 'Sofia Support' } } });
  expect(shown.fields).toContainEqual({ name: 'text', value: text });
  expect(shown.trail.map(({ action }) => action)).toEqual([review.decideReviewCase.path, review.claimReviewCase.path]);
  const about = (await staff.auditor.call(listAudit, { subject: `user:${ann.info.number}` })).data.list;
  expect(about[0]).toMatchObject({ action: review.decideReviewCase.path, after: { status: 'normal' } });
});

test('a rejection needs a reason, which the user reads; the next appeal is the second try', async () => {
  const { world, staff } = await open();
  const { ann, id } = await frozenWithAppeal(world, staff);
  await staff.support.call(review.claimReviewCase, { id });
  const reject = (why: string | null) =>
    staff.support.call(review.decideReviewCase, { id, decision: 'reject', checks: [], reason: why });
  expect((await reject(null)).data.reason).toBe('bad_input');
  expect((await reject('We could not reach you')).code).toBe(200);
  expect((await ann.call(appeals.showAppeal, {})).data.appeal).toMatchObject({
    state: 'rejected',
    answer: 'We could not reach you',
  });
  expect((await ann.call(getUser, {})).data.status).toBe('abnormal');
  expect((await ann.call(appeals.sendAppeal, { text })).code).toBe(200);
  const [second] = (await staff.support.call(review.listReviewCases, { kind: 'appeal' })).data.list;
  expect(second!.tryNumber).toBe(2);
});

test('only one operator holds a case at a time; a claim expires, can be renewed, and can be released', async () => {
  const { world, office, staff } = await open();
  const { id } = await frozenWithAppeal(world, staff);
  await world.owner.updateTable('operator').set({ role: 'support' }).where('role', '=', 'reviewer').execute();
  const second = await office.logIn(staff.reviewer.person);
  const claim = (who: typeof second) => who.call(review.claimReviewCase, { id });

  const both = await Promise.all([claim(staff.support), claim(second)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  const [holder, other] = both[0]!.code === 200 ? [staff.support, second] : [second, staff.support];
  world.pass(minutes(9));
  expect((await claim(holder)).code).toBe(200); // renewed
  world.pass(minutes(9));
  expect((await claim(other)).data.reason).toBe('claimed');
  world.pass(minutes(1));
  expect((await claim(other)).code).toBe(200); // the first claim has expired
  const late = await holder.call(review.decideReviewCase, { id, decision: 'approve', checks, reason: null });
  expect(late.data.reason).toBe('claim_lost');
  expect((await holder.call(review.releaseReviewCase, { id })).data.reason).toBe('claim_lost');
  expect((await other.call(review.releaseReviewCase, { id })).code).toBe(200);
  expect((await claim(holder)).code).toBe(200);
});

test('the operator who froze an account cannot decide the appeal, not even after claiming it first', async () => {
  const { world, staff } = await open();
  const { ann, id } = await frozenWithAppeal(world, staff);
  const { freezer, support } = staff;
  expect(await freezer.call(review.claimReviewCase, { id })).toMatchObject({ code: 403, data: { reason: 'own_case' } });
  expect((await freezer.call(review.showReviewCase, { id })).data).toMatchObject({ own: true, deciders: ['support'] });
  expect((await support.call(review.showReviewCase, { id })).data.own).toBe(false);
  // Freezing the account again bars the operator, even while they hold the claim.
  await support.call(review.claimReviewCase, { id });
  for (const endpoint of [unfreezeUser, freezeUser]) {
    world.pass(seconds(1));
    await support.call(endpoint, { number: ann.info.number, reason });
  }
  const decide = { id, decision: 'approve', checks, reason: null } as const;
  expect((await support.call(review.decideReviewCase, decide)).data.reason).toBe('own_case');
  world.pass(minutes(11));
  await freezer.call(review.claimReviewCase, { id });
  expect((await freezer.call(review.decideReviewCase, decide)).code).toBe(200);
  expect((await ann.call(getUser, {})).data.status).toBe('normal');
  // The application's role can read why an account is frozen, but not by whom.
  await expect(sql`select operator from account_event`.execute(world.db)).rejects.toThrow('permission denied');
});

test('only operators of a queue work on it, and only they and those who may read everything see it', async () => {
  const { world, staff } = await open();
  const { id } = await frozenWithAppeal(world, staff);
  const seen = (await staff.reviewer.call(review.listReviewKinds, {})).data.list.map(({ kind }) => kind);
  expect(seen).toContain('identity');
  expect(seen).not.toContain('appeal');
  expect((await staff.reviewer.call(review.claimReviewCase, { id })).data.reason).toBe('not_permitted');
  expect((await staff.reviewer.call(review.showReviewCase, { id })).data.reason).toBe('not_permitted');
  expect((await staff.auditor.call(review.showReviewCase, { id })).code).toBe(200);
  const readable = (await staff.auditor.call(review.listReviewKinds, {})).data.list;
  expect(readable.map(({ kind }) => kind)).toEqual(['appeal', ...seen, 'vip_refund']);
  expect(readable.some(({ mayDecide }) => mayDecide)).toBe(false);
  expect((await staff.auditor.call(review.claimReviewCase, { id })).data.reason).toBe('not_permitted');
  expect((await staff.product_manager.call(review.listReviewKinds, {})).code).toBe(403);
});

test('only frozen users can appeal, at most three times a day', async () => {
  const { world, staff } = await open();
  const bob = await world.person();
  expect((await bob.call(appeals.sendAppeal, { text })).data.reason).toBe('not_frozen');
  const { ann, id } = await frozenWithAppeal(world, staff);
  await staff.support.call(review.claimReviewCase, { id });
  await staff.support.call(review.decideReviewCase, { id, decision: 'reject', checks: [], reason });
  await ann.call(appeals.sendAppeal, { text });
  await ann.call(appeals.sendAppeal, { text });
  expect((await ann.call(appeals.sendAppeal, { text })).data.reason).toBe('too_many_requests');
  expect((await bob.call(appeals.showAppeal, {})).data).toEqual({ frozen: null, appeal: null });
});

/** A world with a test queue; the ids of decided cases are added to `done`. */
async function openPapers() {
  const world = await newWorld({ now: new Date() });
  const done: string[] = [];
  const papers: ReviewKind = {
    kind: 'papers',
    permission: 'users.correct',
    checks: ['seen'],
    fields: async () => [{ name: 'number', value: 'P-1' }],
    documents: async () => [{ name: 'front', mime: 'image/png' }],
    readDocument: async (_, __, name) =>
      name === 'front' ? { mime: 'image/png', bytes: Buffer.from('a picture') } : undefined,
    decide: async (_, { id }, { decision }) => {
      done.push(`${decision} ${id}`);
    },
  };
  const office = await openOffice(world, {
    routes: (usual) => [
      ...usual.filter(({ endpoint }) => !endpoint.path.startsWith('/office/review/')),
      ...officeRoutesWith([papers]),
    ],
  });
  await sql`insert into deciding_role values ('papers', 'reviewer')`.execute(world.owner);
  return { world, office, done, staff: await office.staff() };
}

test('in a domain’s own queue, only the operator with the claim reads documents, each look is logged, and lists are paged', async () => {
  const { world, done, staff } = await openPapers();
  const { reviewer, auditor } = staff;
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { info, number } = await world.person();
    world.pass(seconds(1));
    const submitted = { id: newId(), kind: 'papers', person: info.id, number, title: `Papers ${i}` };
    await step(world.db, (tx) => openCase(tx, world.clock(), submitted));
    ids.push(submitted.id);
  }
  const [id] = ids;
  const read = (name: string) => reviewer.call(review.readReviewDocument, { id: id!, name });
  expect((await read('front')).data.reason).toBe('claim_lost');
  await reviewer.call(review.claimReviewCase, { id: id! });
  expect((await read('back')).data.reason).toBe('not_found');
  const { mime, base64 } = (await read('front')).data;
  expect([mime, Buffer.from(base64, 'base64').toString()]).toEqual(['image/png', 'a picture']);
  const { trail } = (await auditor.call(review.showReviewCase, { id: id! })).data;
  expect(trail[0]).toMatchObject({ action: review.readReviewDocument.path, after: { read: 'front' } });

  const walk = async (state: 'waiting' | 'decided') => {
    const seen: string[] = [];
    let after: { at: string; id: string } | undefined;
    do {
      const page = (await reviewer.call(review.listReviewCases, { kind: 'papers', state, after, limit: 2 })).data;
      seen.push(...page.list.map((one) => one.id));
      after = page.next ?? undefined;
    } while (after);
    return seen;
  };
  expect(await walk('waiting')).toEqual(ids); // oldest first
  for (const one of ids.slice(0, 3)) {
    world.pass(seconds(1));
    await reviewer.call(review.claimReviewCase, { id: one });
    await reviewer.call(review.decideReviewCase, { id: one, decision: 'approve', checks: ['seen'], reason: null });
  }
  expect(done).toEqual(ids.slice(0, 3).map((one) => `approve ${one}`));
  expect(await walk('decided')).toEqual(ids.slice(0, 3).reverse()); // newest first
});

test('while others decide, every case of a long queue is listed exactly once, in every order', async () => {
  const { world, office, staff } = await openPapers();
  await sql`update operator set role = 'reviewer' where name = 'Sofia Support'`.execute(world.owner);
  const colleague = await office.logIn(staff.support.person);
  const { info, number } = await world.person();
  const total = 240;
  // Several cases share a time and an amount; some have no amount.
  await sql`
    insert into review_case (id, kind, person, number, title, try_number, submitted_at, amount)
    select gen_random_uuid(), 'papers', ${info.id}, ${number}, 'Papers ' || n, 1 + n % 2,
      now() - (n / 3) * interval '1.000001 seconds', nullif((n / 5) * 1000000, 0)
    from generate_series(1, ${total}) as n`.execute(world.owner);
  const decided = new Set<string>();
  const decide = async (id: string) => {
    if (decided.has(id)) return;
    decided.add(id);
    await colleague.call(review.claimReviewCase, { id });
    const answer = await colleague.call(review.decideReviewCase, {
      id,
      decision: 'approve',
      checks: ['seen'],
      reason: null,
    });
    expect(answer.code).toBe(200);
  };
  type ListFilter = {
    sort?: (typeof review.queueSorts)[number];
    state?: 'decided';
    only?: 'retry' | 'mine' | 'second';
    amountMin?: string;
  };
  const list = async (asked: ListFilter, after?: { at: string; id: string }) => {
    const answer = await staff.reviewer.call(review.listReviewCases, { kind: 'papers', limit: 25, ...asked, after });
    expect(answer.code).toBe(200);
    return answer.data;
  };
  const walk = async (asked: ListFilter, meanwhile = async (_: string[]) => {}) => {
    const seen: string[] = [];
    let after: { at: string; id: string } | undefined;
    do {
      const page = await list(asked, after);
      const ids = page.list.map(({ id }) => id);
      await meanwhile(ids);
      seen.push(...ids);
      after = page.next ?? undefined;
    } while (after);
    return seen;
  };
  expect((await list({})).count).toBe(total);
  const all = await walk({});
  expect(new Set(all).size).toBe(total);
  expect(all).toHaveLength(total);
  for (const sort of review.queueSorts) {
    const before = (await walk({ sort })).filter((id) => !decided.has(id));
    // A colleague decides the last case of this page, where the next page starts, and a case of a later page.
    const seen = await walk({ sort }, async (ids) => {
      const later = before.filter((id) => !decided.has(id) && !ids.includes(id)).at(-1);
      await Promise.all([decide(ids.at(-1)!), ...(later ? [decide(later)] : [])]);
    });
    expect(new Set(seen).size, sort).toBe(seen.length);
    expect(
      before.filter((id) => !decided.has(id) && !seen.includes(id)),
      sort,
    ).toEqual([]);
  }
  expect((await walk({ sort: 'newest' })).reverse()).toEqual(await walk({ sort: 'oldest' }));
  const waiting = all.filter((id) => !decided.has(id));
  expect((await list({})).count).toBe(waiting.length);
  const past = await walk({ state: 'decided' });
  expect(new Set(past)).toEqual(decided);
  expect(past).toHaveLength(decided.size);

  // Filters and their counts.
  const retried = await walk({ only: 'retry' });
  expect(retried).toHaveLength((await list({ only: 'retry' })).count);
  expect(retried.length).toBeGreaterThan(50);
  expect(retried.length).toBeLessThan(waiting.length);
  const large = await walk({ sort: 'amount', amountMin: '40' });
  expect(large).toHaveLength((await list({ amountMin: '40' })).count);
  expect(large).toEqual((await walk({ sort: 'amount' })).slice(0, large.length));
  expect(await walk({ only: 'mine' })).toEqual([]);
  await staff.reviewer.call(review.claimReviewCase, { id: waiting[3]! });
  expect(await walk({ only: 'mine' })).toEqual([waiting[3]]);
  expect(await walk({ only: 'second' })).toEqual([]);
  for (const bad of [{ amountMin: '-1' }, { amountMin: '1e3' }, { amountMin: "1' or '1" }])
    expect((await staff.reviewer.call(review.listReviewCases, { kind: 'papers', ...bad })).data.reason).toBe(
      'bad_input',
    );
  for (const at of ['-1', 'x', '9'.repeat(19)])
    expect(
      (await staff.reviewer.call(review.listReviewCases, { kind: 'papers', after: { at, id: waiting[0]! } })).data
        .reason,
    ).toBe('bad_input');
});

test('a queue longer than the count limit says so', async () => {
  const { world, staff } = await openPapers();
  const { info, number } = await world.person();
  await sql`
    insert into review_case (id, kind, person, number, title, try_number, submitted_at)
    select gen_random_uuid(), 'papers', ${info.id}, ${number}, 'Papers', 1, now() from generate_series(1, ${review.countMax + 200}) as n`.execute(
    world.owner,
  );
  expect((await staff.reviewer.call(review.listReviewCases, { kind: 'papers' })).data.count).toBe(review.countMax);
});

test('users read a canned reason in their language; only its own queue accepts it; text added by the operator stays as written', async () => {
  const { world, staff } = await open();
  const { ann, id } = await frozenWithAppeal(world, staff);
  await staff.support.call(review.claimReviewCase, { id });
  const decide = (change: object) =>
    staff.support.call(review.decideReviewCase, { id, decision: 'reject', checks: [], reason: null, ...change });
  for (const canned of ['payee_unclear', 'unknown', 'constructor', ''])
    expect((await decide({ canned })).data.reason, canned).toBe('bad_input');
  expect((await decide({ canned: 'unreachable', decision: 'approve', checks })).data.reason).toBe('bad_input');
  expect((await decide({ canned: 'unreachable', reason: 'Tried twice.' })).code).toBe(200);
  const answers = await Promise.all(
    (['en-US', 'fr-FR'] as const).map(
      async (locale) => (await ann.raw(appeals.showAppeal, {}, { think_lang: locale })).json().data.appeal.answer,
    ),
  );
  expect(answers).toEqual([
    'We couldn’t reach you. Check your contact details, then write again. Tried twice.',
    'Nous n’avons pas pu vous joindre. Vérifiez vos coordonnées, puis écrivez de nouveau. Tried twice.',
  ]);
  const { trail } = (await staff.auditor.call(review.showReviewCase, { id })).data;
  expect(trail[0]).toMatchObject({ reason: 'canned:unreachable\nTried twice.' });
});

test('operators see each canned reason exactly as its user does, in every language', () => {
  for (const locale of locales) {
    const { canned: sentences } = (allWords('office', locale) as { review: { canned: Record<string, string> } }).review;
    for (const canned of new Set(Object.values(cannedReasons).flat()))
      expect(sentences[canned], `${locale} ${canned}`).toBe(say(locale, `reasons.${canned}`));
  }
});
