import { type OperatorRole, rolesWith } from '@glasshouse/protocol/operators/permissions';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { officeRole } from '../../database/prepare.ts';
import { callerIn } from '../../test/database-caller.ts';
import { clockIsTheDatabases } from '../../test/rights.ts';
import { siteWithEverything } from '../../test/site-with-everything.ts';
import { newWorld, type World } from '../../test/world.ts';
import { reviewKinds } from './domain-registry.ts';

// The office's process is compromised: it makes arbitrary writes to the tables of cases, operators and audit entries.

const addOperator = async (world: World, role: OperatorRole, status = 'active') => {
  const id = newId();
  await sql`insert into operator (id, name, email, role, status, password_hash, totp_secret, created_at, enrolled_at)
    values (${id}, ${id}, ${`${id}@office.example`}, ${role}, ${status}, 'x', 'x', now() - interval '9 days', now() - interval '9 days')`.execute(
    world.owner,
  );
  return id;
};
const entry = (operator: string, about: string, after: object) =>
  `insert into audit_entry (id, at, operator, operator_name, action, subject, before, after, previous, hash)
     select coalesce(max(id), 0) + 1, now(), '${operator}', 'x', '/office/review/decide', 'case:${about}', '{}', '${JSON.stringify(after)}',
       coalesce((select hash from audit_entry order by id desc limit 1), decode(repeat('00', 32), 'hex')), sha256('${newId()}') from audit_entry`;
const decide = (operator: string, about: string, decision = 'approve') =>
  `update review_case set decision = '${decision}', decided_at = now(), decided_by = '${operator}', decided_by_name = 'x', reason = 'x'
     where id = '${about}'`;

test('a case is decided only by an active operator of the right role, with their audit entry in the same transaction', async () => {
  const site = await siteWithEverything();
  const { world } = site;
  const reviewer = await addOperator(world, 'reviewer');
  const others = {
    'another role': await addOperator(world, 'support'),
    'an auditor': await addOperator(world, 'auditor'),
    'a reviewer who has not set up yet': await addOperator(world, 'reviewer', 'invited'),
    'a reviewer who was disabled': await addOperator(world, 'reviewer', 'disabled'),
  };
  const { rows: cases } = await sql<{ id: string; kind: string }>`
    select distinct on (kind) id, kind from review_case
    where decision is null and (kind <> 'withdrawal' or id in (select case_id from withdrawal_count)) order by kind, id`.execute(
    world.owner,
  );
  expect(cases.map(({ kind }) => kind)).toEqual(['identity', 'top_up', 'withdrawal']);
  for (const { id } of cases) await sql.raw(entry(reviewer, id, { decision: 'approve' })).execute(world.owner);
  const { run } = await callerIn(site);
  for (const { id, kind } of cases)
    for (const decision of ['approve', 'reject']) {
      const right = [entry(reviewer, id, { decision }), decide(reviewer, id, decision)];
      expect.soft(await run(officeRole, ...right), kind).toContain('review_case');
      const wrong: Record<string, string[]> = {
        'without an entry, but for one of an earlier transaction': [decide(reviewer, id, decision)],
        'with an entry of somebody else': [
          entry(others['another role'], id, { decision }),
          decide(reviewer, id, decision),
        ],
        'with an entry about another case': [entry(reviewer, newId(), { decision }), decide(reviewer, id, decision)],
        'with an entry of another decision': [entry(reviewer, id, { agreed: 'first' }), decide(reviewer, id, decision)],
      };
      for (const [what, statements] of Object.entries(wrong))
        expect.soft(await run(officeRole, ...statements), `${kind} ${what}`).toBe('refused');
      for (const [who, by] of Object.entries(others))
        expect
          .soft(await run(officeRole, entry(by, id, { decision }), decide(by, id, decision)), `${kind} by ${who}`)
          .toBe('refused');
    }
});

test('a large top-up is approved by two reviewers, and only by those who may decide alone', async () => {
  const site = await siteWithEverything();
  const { world, ann } = site;
  const [movement, id, receipt] = [newId(), newId(), newId()];
  for (const statement of [
    `select start_movement(${ann.number}, '${movement}', 'recharge', 'under_review', 1::smallint, 100000000000, 0, null, 'TRC20', now())`,
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at)
       values ('${id}', 'top_up', '${ann.info.id}', ${ann.number}, 'A case', 1, now())`,
    `insert into file (id, person, purpose, part, name, wrapped_key, key_id, bytes, width, height, sha256, created_at)
       values ('${receipt}', '${ann.info.id}', 'specimen', 'receipt-trc20-100000000000', repeat('y', 40), decode(repeat('00', 60), 'hex'), 'key', 1, 1, 1,
         sha256(''), now())`,
    `insert into top_up_case (id, person, owner, movement, network, address, attempt, receipt)
       values ('${id}', '${ann.info.id}', ${ann.number}, '${movement}', 'TRC20', 'SIM-TRC20-PAPER', 1, '${receipt}')`,
  ])
    await sql.raw(statement).execute(world.owner);
  const second = await addOperator(world, 'reviewer');
  const { run } = await callerIn(site);
  const approveAfter = async (role: OperatorRole) => {
    const first = await addOperator(world, role);
    return run(
      officeRole,
      entry(first, id, { agreed: 'first' }),
      `update top_up_case set first_by = '${first}', first_by_name = 'x', first_at = now() where id = '${id}'`,
      entry(second, id, { decision: 'approve' }),
      decide(second, id),
    );
  };
  expect(await approveAfter('reviewer')).toContain('leg');
  for (const role of ['owner', 'support', 'product_manager', 'auditor'] as const)
    expect.soft(await approveAfter(role), role).toBe('refused');
});

test('the database lets the same roles decide a kind of case as the console', async () => {
  const { owner, files } = await newWorld();
  const { rows } = await sql<{ kind: string; role: string }>`select kind, role from deciding_role`.execute(owner);
  const allowed = reviewKinds(files).flatMap(({ kind, permission }) =>
    rolesWith(permission).map((role) => ({ kind, role })),
  );
  const sorted = (all: { kind: string }[]) => all.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  expect(sorted(rows)).toEqual(sorted(allowed));
});

test('an operator who sets up in a long transaction counts as new when it ends', async () => {
  const world = await newWorld();
  const id = await addOperator(world, 'reviewer', 'invited');
  const { run } = await callerIn({ world });
  const activate = `update operator set password_hash = 'x', totp_secret = 'x', status = 'active' where id = '${id}'`;
  const isNew = `do $$ begin
    if not exists (select from operator where id = '${id}' and clock_timestamp() - enrolled_at < interval '0.5 seconds') then raise 'not new'; end if;
  end $$`;
  const logged = operatorEntry({
    by: id,
    about: id,
    action: '/office/session/finishEnrolment',
    after: { loggedIn: 'totp' },
  });
  expect(await run(officeRole, 'select pg_sleep(1)', activate, isNew, logged)).toContain('operator');
});

test('a note is written only with an audit entry of its author in the same transaction', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const [author, colleague] = [await addOperator(world, 'support'), await addOperator(world, 'support')];
  const note = newId();
  const write = `insert into staff_note (id, person, operator, operator_name, at, text)
    values ('${note}', '${ann.info.id}', '${author}', '${author}', now(), 'A note')`;
  const logged = (by: string, number: bigint, id: string) =>
    entry(by, '', { note: id, case: null }).replace(`'case:'`, `'user:${number}'`);
  await sql.raw(logged(author, ann.number, note)).execute(world.owner);
  const { run } = await callerIn({ world });
  expect(await run(officeRole, write, logged(author, ann.number, note))).toContain('staff_note');
  expect(await run(officeRole, logged(author, ann.number, note), write)).toContain('staff_note');
  const wrong: Record<string, string[]> = {
    'without an entry, but for one of an earlier transaction': [write],
    'with an entry of a colleague': [write, logged(colleague, ann.number, note)],
    'with an entry about another note': [write, logged(author, ann.number, newId())],
    'with an entry about another user': [write, logged(author, ann.number + 1n, note)],
  };
  for (const [what, statements] of Object.entries(wrong))
    expect.soft(await run(officeRole, ...statements), what).toBe('refused');
});

test('no office process can make operators look inactive: the last-seen time is the present and never goes back', async () => {
  const world = await newWorld({ now: new Date() });
  await sql.raw(clockIsTheDatabases).execute(world.owner);
  const operator = await addOperator(world, 'reviewer');
  await sql`insert into operator_session (token_hash, id, operator, address, device, factor, factor_at, started_at, seen_at, expires_at)
    values ('\\x01', ${newId()}, ${operator}, 'x', 'x', 'totp', now(), now(), now(), now() + interval '1 hour')`.execute(
    world.owner,
  );
  const { run } = await callerIn({ world });
  const seen = (at: string) => run(officeRole, `update operator_session set seen_at = ${at}`);
  expect(await seen('clock_timestamp()')).toEqual(['operator_session', 'operator_seen']);
  // A time within the tolerance between two clocks doesn't count, and neither does ending all sessions.
  expect(await seen(`seen_at - interval '4 minutes'`)).toEqual(['operator_session']);
  expect(await run(officeRole, 'delete from operator_session')).toEqual(['operator_session']);
  expect(await run(officeRole, 'delete from operator_seen')).toBe('refused');
  for (const at of [`seen_at - interval '6 minutes'`, `seen_at + interval '6 minutes'`, `'infinity'`])
    expect.soft(await seen(at), at).toBe('refused');
  expect(await run(officeRole, `update operator_session set factor_at = now() + interval '1 hour'`)).toBe('refused');
});

type OperatorEntry = { by: string | null; about: string; action: string; before?: object | null; after: object };
const operatorEntry = ({ by, about, action, before = null, after }: OperatorEntry) =>
  `insert into audit_entry (id, at, operator, operator_name, action, subject, before, after, previous, hash)
     select coalesce(max(id), 0) + 1, now(), ${by ? `'${by}', 'x'` : 'null, null'}, '${action}', 'operator:${about}', '${JSON.stringify(before)}',
       '${JSON.stringify(after)}', coalesce((select hash from audit_entry order by id desc limit 1), decode(repeat('00', 32), 'hex')),
       sha256('${newId()}') from audit_entry`;

test('an operator is made, set up, reset, disabled or given a role only with the audit entry of that call in the same transaction', async () => {
  const site = await siteWithEverything();
  const { world } = site;
  const [owner, second] = [await addOperator(world, 'owner'), await addOperator(world, 'owner')];
  const [reviewer, invited, disabled] = [
    await addOperator(world, 'reviewer'),
    await addOperator(world, 'reviewer', 'invited'),
    await addOperator(world, 'reviewer', 'disabled'),
  ];
  const made = newId();
  const email = 'made@office.example';
  const make = (role: OperatorRole) =>
    `insert into operator (id, name, email, role, created_at) values ('${made}', 'x', '${email}', '${role}', now())`;
  const set = (id: string, what: string) => `update operator set ${what} where id = '${id}'`;
  const reset = `status = 'invited', password_hash = null, totp_secret = null`;
  const activate = `status = 'active', password_hash = 'x', totp_secret = 'x'`;
  type Change = { right: OperatorEntry; act: string };
  const isNow = (status: string) => ({ status });
  const changes = {
    invite: {
      act: make('reviewer'),
      right: { by: owner, about: made, action: '/office/operators/invite', after: { role: 'reviewer', email } },
    },
    role: {
      act: set(reviewer, `role = 'support'`),
      right: {
        ...{ by: owner, about: reviewer, action: '/office/operators/role' },
        ...{ before: { role: 'reviewer' }, after: { role: 'support' } },
      },
    },
    'own role': {
      act: set(owner, `role = 'support'`),
      right: {
        ...{ by: owner, about: owner, action: '/office/operators/role' },
        ...{ before: { role: 'owner' }, after: { role: 'support' } },
      },
    },
    disable: {
      act: set(reviewer, `status = 'disabled'`),
      right: {
        ...{ by: owner, about: reviewer, action: '/office/operators/disable' },
        ...{ before: isNow('active'), after: isNow('disabled') },
      },
    },
    reset: {
      act: set(reviewer, reset),
      right: {
        ...{ by: owner, about: reviewer, action: '/office/operators/reset' },
        ...{ before: isNow('active'), after: isNow('invited') },
      },
    },
    'reset a disabled one': {
      act: set(disabled, reset),
      right: {
        ...{ by: owner, about: disabled, action: '/office/operators/reset' },
        ...{ before: isNow('disabled'), after: isNow('invited') },
      },
    },
    'reset an owner from the server': {
      act: set(second, reset),
      right: {
        ...{ by: null, about: second, action: 'command:owner' },
        ...{ before: isNow('active'), after: isNow('invited') },
      },
    },
    'set up': {
      act: set(invited, activate),
      right: {
        ...{ by: invited, about: invited, action: '/office/session/finishEnrolment' },
        after: { loggedIn: 'totp', address: '203.0.113.7' },
      },
    },
  } satisfies Record<string, Change>;
  const all: [string, Change][] = Object.entries(changes);
  for (const [, { right }] of all) {
    const about = right.about === made ? newId() : right.about;
    await sql.raw(operatorEntry({ ...right, about })).execute(world.owner); // of an earlier transaction
  }
  const { run } = await callerIn(site);
  for (const [name, { act, right }] of all) {
    const wrong: Record<string, OperatorEntry[]> = {
      'no entry': [],
      'an entry about another operator': [{ ...right, about: newId() }],
      'an entry of a note': [{ ...right, action: '/office/users/note' }],
      'an entry of a request': [{ ...right, before: null, after: { ...right.after, waiting: newId() } }],
      'the entry of another operator': [{ ...right, by: invited === right.about ? reviewer : invited }],
      'an entry without an operator': [{ ...right, by: null, action: right.by ? right.action : 'command:other' }],
      // Those of every other change that could be made to this operator.
      'the entries of all other changes': all
        .filter(([, { right: entry }]) => JSON.stringify(entry.after) !== JSON.stringify(right.after))
        .map(([, { right: entry }]) => ({ ...entry, about: right.about, before: right.before ?? null })),
    };
    for (const [how, entries] of Object.entries(wrong)) {
      expect.soft(await run(officeRole, act, ...entries.map(operatorEntry)), `${name} with ${how}`).toBe('refused');
    }
    expect.soft(await run(officeRole, act, operatorEntry(right)), name).toContain('operator');
    expect.soft(await run(officeRole, operatorEntry(right), act), name).toContain('operator');
  }

  const everyEntry = (about: string, more: object = {}) =>
    all.map(([, { right }]) => operatorEntry({ ...right, about, ...more }));
  const status = { before: { status: 'disabled', role: 'reviewer' }, after: { status: 'active', role: 'support' } };
  const never: Record<string, string[]> = {
    'a disabled operator who is active at once': [
      set(disabled, activate),
      ...everyEntry(disabled),
      ...everyEntry(disabled, status),
    ],
    'one who sets up in their name': [
      set(disabled, activate),
      operatorEntry({ ...changes['set up'].right, about: disabled, by: disabled }),
    ],
    'a reviewer reset from the server': [
      set(reviewer, reset),
      operatorEntry({ ...changes['reset an owner from the server'].right, about: reviewer }),
    ],
    'an owner made by changing a role from the server': [
      set(reviewer, `role = 'owner'`),
      operatorEntry({
        ...{ by: null, about: reviewer, action: 'command:owner' },
        ...{ before: { role: 'reviewer' }, after: { role: 'owner', email: `${reviewer}@office.example` } },
      }),
    ],
    'a role changed with the entry of a disabling': [
      set(reviewer, `role = 'support', status = 'disabled'`),
      operatorEntry(changes.disable.right),
    ],
    'an owner made from the server, while there are owners': [
      make('owner'),
      operatorEntry({ ...{ by: null, about: made, action: 'command:owner' }, after: { role: 'owner', email } }),
    ],
    'a role that an operator gives themselves': [
      set(reviewer, `role = 'owner'`),
      operatorEntry({ ...changes.role.right, by: reviewer, after: { role: 'owner' } }),
    ],
    'two roles with one entry': [
      set(reviewer, `role = 'support'`),
      set(reviewer, `role = 'auditor'`),
      operatorEntry(changes.role.right),
    ],
  };
  for (const [what, statements] of Object.entries(never))
    expect.soft(await run(officeRole, ...statements), what).toBe('refused');
});

test('an operator who sets up their account or gets another role counts as new', async () => {
  const world = await newWorld();
  const [owner, auditor, invited] = [
    await addOperator(world, 'owner'),
    await addOperator(world, 'auditor'),
    await addOperator(world, 'reviewer', 'invited'),
  ];
  const isNew = (id: string) => `do $$ begin
    if not exists (select from operator where id = '${id}' and clock_timestamp() - enrolled_at < interval '1 minute') then raise 'not new'; end if;
  end $$`;
  const { run } = await callerIn({ world });
  const setUp = [
    `update operator set status = 'active', password_hash = 'x', totp_secret = 'x' where id = '${invited}'`,
    operatorEntry({
      by: invited,
      about: invited,
      action: '/office/session/finishEnrolment',
      after: { loggedIn: 'totp' },
    }),
  ];
  const promote = [
    `update operator set role = 'reviewer' where id = '${auditor}'`,
    operatorEntry({
      ...{ by: owner, about: auditor, action: '/office/operators/role' },
      ...{ before: { role: 'auditor' }, after: { role: 'reviewer' } },
    }),
  ];
  expect(await run(officeRole, ...setUp, isNew(invited))).toContain('operator');
  expect(await run(officeRole, ...promote, isNew(auditor))).toContain('operator');
  expect(
    await run(officeRole, `update operator set second_until = now() where id = '${auditor}'`, isNew(auditor)),
  ).toBe('refused');
});
