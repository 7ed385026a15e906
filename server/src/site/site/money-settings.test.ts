import { exchange, getOverview } from '@glasshouse/protocol/assets/calls';
import { decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { showRules } from '@glasshouse/protocol/contracts/calls';
import * as periods from '@glasshouse/protocol/contracts/office-terms';
import { showDeposit } from '@glasshouse/protocol/deposits/calls';
import { showCertState } from '@glasshouse/protocol/identity/calls';
import { cnyToUsdt, parseUnits, usdtToCny } from '@glasshouse/protocol/money';
import { confirmFactor } from '@glasshouse/protocol/operators/session';
import { bounds } from '@glasshouse/protocol/site/bounds';
import { getSite } from '@glasshouse/protocol/site/calls';
import * as office from '@glasshouse/protocol/site/office';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { codeAt } from '../../../test/operators.ts';
import { newWorld } from '../../../test/world.ts';

const reason = 'Asked for by the test';
const hour = minutes(60);

/** The database compares with its own clock, so this world starts at the present. */
async function open() {
  const world = await newWorld({ now: new Date() });
  const bureau = await openOffice(world);
  const staff = await bureau.staff();
  const manager = staff.product_manager;
  type Who = typeof manager;
  /** Moves the announced rows into the past instead of waiting. */
  const later = async (milliseconds: number) => {
    for (const table of ['money_config', 'contract_terms']) {
      const history = sql.table(`${table}_is_history`);
      await sql`alter table ${sql.table(table)} disable trigger ${history}`.execute(world.owner);
      await sql`update ${sql.table(table)} set at = at - ${milliseconds} * interval '1 ms',
        effective_at = effective_at - ${milliseconds} * interval '1 ms'`.execute(world.owner);
      await sql`alter table ${sql.table(table)} enable trigger ${history}`.execute(world.owner);
    }
  };
  const newest = async (who: Who = manager) => (await who.call(office.showMoney, {})).data.list;
  const inForce = async (who?: Who) => (await newest(who)).find(({ state }) => state === 'in_force')!;
  const ask = async (change: object, who: Who = manager, expectedVersion?: string) => {
    const { version, settings } = await inForce(who);
    const body = { expectedVersion: expectedVersion ?? version, settings: { ...settings, ...change }, reason };
    return (await who.call(office.saveMoney, body as never)).data as { waiting: string; reason?: string };
  };
  const approve = async (id: string, who: Who = staff.reviewer) =>
    (await who.call(decideApproval, { id, decision: 'approve', reason })).data.reason;
  const rate = async () => (await world.visitor().call(getSite, {})).data.cnyRate;
  return { world, bureau, staff, manager, later, newest, inForce, ask, approve, rate };
}

test('a money setting takes two people and an hour, and users are told before it takes effect', async () => {
  const { world, bureau, staff, manager, newest, ask, approve, rate } = await open();
  const ann = await world.person();
  const { waiting } = await ask({ cnyRate: '7.9', fee: '1.5' });
  expect(await rate()).toBe('7.20');
  const [shown] = (await staff.reviewer.call(listApprovals, {})).data.list;
  expect(shown).toMatchObject({
    before: { cnyRate: '7.20', fee: '1.00' },
    after: { cnyRate: '7.90', fee: '1.50', welcomeGrant: '10000.00' },
    deciders: ['reviewer', 'product_manager'],
    mayDecide: true,
  });
  expect(await approve(waiting, manager)).toBe('own_request');
  for (const role of ['owner', 'support', 'auditor'] as const)
    expect(await approve(waiting, staff[role]), role).toBe('not_permitted');
  const from = new Date(world.clock().getTime() + hour).toISOString();
  const approved = await staff.reviewer.call(decideApproval, { id: waiting, decision: 'approve', reason });
  expect(approved.data).toEqual({ takesEffectAt: from });
  expect((await newest())[0]).toMatchObject({
    state: 'announced',
    from,
    by: { name: 'Paul Product' },
    approvedBy: { name: 'Rita Review' },
  });
  expect((await world.visitor().call(getSite, {})).data).toMatchObject({
    cnyRate: '7.20',
    next: { from, cnyRate: '7.90', fee: '1.50' },
  });
  expect((await ann.call(getOverview, {})).data).toMatchObject({
    cnyRate: '7.20',
    nextRate: { from, cnyRate: '7.90' },
  });
  const swap = async (shownRate: string) =>
    (await ann.call(exchange, { id: newId(), from: 'USDT', amount: '10', rate: shownRate })).data;
  expect((await swap('7.90')).reason).toBe('rate_changed');
  expect((await swap('7.20')).received).toBe('72.00');

  world.pass(hour - 1);
  expect(await rate()).toBe('7.20');
  world.pass(1);
  expect(await rate()).toBe('7.90');
  expect((await swap('7.20')).reason).toBe('rate_changed');
  expect((await swap('7.90')).received).toBe('79.00');
  const asker = await bureau.logIn(manager.person);
  expect((await newest(asker)).map(({ state }) => state)).toEqual(['in_force', 'past']);
  const auditor = await bureau.logIn(staff.auditor.person);
  const [entry] = (await auditor.call(listAudit, { action: office.saveMoney.path })).data.list;
  expect(entry).toMatchObject({ second: { name: 'Rita Review' }, after: { cnyRate: '7.90', from } });
});

test('requesting and approving both require a fresh second factor', async () => {
  const { world, staff, manager, ask, approve } = await open();
  const { waiting } = await ask({ cnyRate: '7.3' });
  world.pass(seconds(30)); // the time of another code
  await sql`update operator_session set factor_at = factor_at - interval '11 minutes'`.execute(world.owner);
  expect((await ask({ cnyRate: '7.4' })).reason).toBe('factor_stale');
  expect(await approve(waiting)).toBe('factor_stale');
  for (const who of [manager, staff.reviewer])
    await who.call(confirmFactor, { code: codeAt(who.person.secret, world.clock()) });
  expect(await approve(waiting)).toBeUndefined();
});

test('each value has bounds and a largest step', async () => {
  const { ask, inForce, manager } = await open();
  for (const [name, text] of [
    ['cnyRate', '0.9999'],
    ['cnyRate', '50.0001'],
    ['cnyRate', '7.20001'],
    ['welcomeGrant', '100000.01'],
    ['welcomeGrant', 'NaN'],
    ['fee', '50.01'],
    ['fee', '-1'],
    ['twoPeopleAbove', '99.999999'],
    ['inviteReward', '1000.01'],
    ['inviteShare', '20.01'],
    ['vip1', '0.5'],
    ['optionSpread', '0.49'],
    ['optionExposure', '50000000.01'],
    ['spotSpread', '1.01'],
    ['vip5', '4999.99'], // below the previous level
    ['singlemin', '0'],
    ['singlemax', '9.99'], // below the minimum
    ['daymax', '49999.99'], // below the maximum of one withdrawal
    ['daymax', 'NaN'],
    ['identityMinutes', '10081'],
    ['topUpMinutes', '1.5'],
    ['topUpMinutes', ''],
  ] as const) {
    const { version, settings } = await inForce();
    const body = { expectedVersion: version, settings: { ...settings, [name]: text }, reason };
    const { data } = await manager.call(office.saveMoney, body);
    expect(data, `${name} ${text}`).toMatchObject({ reason: 'bad_input', fields: [`settings.${name}`] });
  }
  for (const change of [
    { cnyRate: '7.9201' },
    { cnyRate: '6.4799' },
    { welcomeGrant: '12000.01' },
    { welcomeGrant: '7999.99' },
    { fee: '2.01' },
    { cnyRate: '7.3', fee: '2.01' },
    { twoPeopleAbove: '12000.01' },
    { inviteReward: '100.01' },
    { inviteShare: '3.99' },
    { vip1: '150.01' },
    { vip5: '15000.01' },
    { optionSpread: '5.01' },
    { optionExposure: '2499999.99' },
    { spotSpread: '0.21' },
    { singlemin: '4.99' },
    { singlemax: '75000.01' },
    { daymax: '150000.01' },
  ])
    expect(await ask(change), JSON.stringify(change)).toMatchObject({
      reason: 'step_too_large',
      fields: [`settings.${Object.keys(change).at(-1)}`],
    });
  expect((await ask({})).reason).toBe('unchanged');
  expect((await ask({ cnyRate: '7.92', welcomeGrant: '12000', fee: '0' })).waiting).toEqual(expect.any(String));
});

test('two-person rule: no second change while one is announced, none back within a day, none based on an old version', async () => {
  const { later, ask, approve, rate, inForce, manager } = await open();
  const old = (await inForce()).version;
  // Three requests while nothing is announced; only one of them can succeed.
  const [first, second, third] = [
    (await ask({ cnyRate: '7.9' })).waiting,
    (await ask({ cnyRate: '6.6' })).waiting,
    (await ask({ fee: '1.5' })).waiting,
  ];
  const both = await Promise.all([approve(first), approve(second)]);
  expect(both.filter((refused) => refused === undefined)).toHaveLength(1);
  expect(both.filter((refused) => refused === 'change_announced')).toHaveLength(1);
  expect((await ask({ fee: '1.5' })).reason).toBe('change_announced');
  const won = both[0] === undefined ? '7.90' : '6.60';

  await later(hour);
  expect(await rate()).toBe(won);
  // Approving an old request, and requesting a change of an old version.
  expect(await approve(third)).toBe('request_outdated');
  expect((await ask({ fee: '1.5' }, manager, old)).reason).toBe('version_changed');
  // Changing the value back at once is refused, even not quite as far; another value may change.
  expect((await ask({ cnyRate: '7.2' })).reason).toBe('changed_today');
  expect(await ask({ cnyRate: '7.21' })).toMatchObject({ reason: 'changed_today', fields: ['settings.cnyRate'] });
  const fee = (await ask({ fee: '1.5' })).waiting;
  expect(await approve(fee)).toBeUndefined();
  await later(hour);
  expect((await ask({ cnyRate: '7.2' })).reason).toBe('changed_today'); // a version in between doesn't hide the change
  await later(minutes(60 * 22) - minutes(10));
  expect((await ask({ cnyRate: '7.2' })).reason).toBe('changed_today');
  await later(minutes(10));
  const back = (await ask({ cnyRate: '7.2' })).waiting;
  expect(await approve(back)).toBeUndefined();
  expect(await rate()).toBe(won);
  await later(hour);
  expect(await rate()).toBe('7.20');
}, 60_000);

test('two-person rule: approval checks a request again, and refuses it if the value has changed since', async () => {
  const { later, ask, approve, rate, world } = await open();
  await approve((await ask({ cnyRate: '7.5' })).waiting);
  await later(hour);
  const fee = (await ask({ fee: '1.5' })).waiting;
  // A day later the rate may be changed again, but the tables' owner changes it before the approval.
  await later(minutes(60 * 24));
  const waiting = (await ask({ cnyRate: '8.2' })).waiting;
  await setMoney(world, { cny_rate: 70_000n, effective_at: world.clock() });
  expect(await approve(waiting)).toBe('request_outdated');
  expect(await approve(fee)).toBe('request_outdated');
  expect(await rate()).toBe('7.00');
}, 60_000);

test('one person can withdraw an announced change until it takes effect, and the withdrawal allows no larger step', async () => {
  const { world, staff, manager, later, newest, ask, approve, rate } = await open();
  await approve((await ask({ cnyRate: '7.9' })).waiting);
  const { version } = (await newest())[0]!;
  const withdraw = async (who: typeof manager, which = version) =>
    (await who.call(office.withdrawMoney, { version: which, reason })).data.reason;
  expect(await withdraw(staff.support)).toBe('not_permitted');
  expect(await withdraw(manager, '1')).toBe('not_found');
  expect(await withdraw(staff.reviewer)).toBeUndefined();
  expect(await withdraw(manager)).toBe('no_change');
  expect((await world.visitor().call(getSite, {})).data.next).toBeNull();
  expect((await newest())[0]).toMatchObject({ version, state: 'withdrawn' });
  // It never took effect, so it isn't the day's change, and the largest step still counts from the value in force.
  expect((await ask({ cnyRate: '8.6' })).reason).toBe('step_too_large');
  await approve((await ask({ cnyRate: '7.8' })).waiting);
  await later(hour);
  expect(await rate()).toBe('7.80');
  const held = (await newest())[0]!.version;
  expect(await withdraw(manager, held)).toBe('no_change'); // too late
});

test('the database enforces two people, the hour, the bounds and one change at a time', async () => {
  const { world, bureau, ask, approve, staff, manager } = await open();
  const { waiting } = await ask({ cnyRate: '7.9' });
  const idOf = async (email: string) =>
    (await world.owner.selectFrom('operator').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const [asker, second] = [await idOf(manager.person.email), await idOf(staff.reviewer.person.email)];
  const insert = (change: Record<string, unknown> = {}) => {
    const row = {
      at: world.clock(),
      effective_at: new Date(world.clock().getTime() + hour),
      ...{ fee_bps: 100, welcome_grant: 10_000_000_000n, cny_rate: 79_000n, reason, approval: waiting },
      ...{ two_people_above: 10_000_000_000n, invite_reward: 50_000_000n, invite_share_bp: 500 },
      ...{ vip1_deposit: 100_000_000n, vip2_deposit: 500_000_000n, vip3_deposit: 2_000_000_000n },
      ...{ vip4_deposit: 5_000_000_000n, vip5_deposit: 10_000_000_000n },
      ...{ option_spread_bp: 400, option_exposure: 5_000_000_000_000n, spot_spread_bp: 10 },
      ...{ single_min: 10_000_000n, single_max: 50_000_000_000n, day_max: 100_000_000_000n },
      ...{ identity_minutes: 0, top_up_minutes: 0 },
      ...{ changed_by: asker, changed_by_name: '', approved_by: second, approved_by_name: '' },
      ...change,
    };
    return bureau.db.insertInto('money_config').values(row).execute();
  };
  await expect(insert()).rejects.toThrow('is not approved');
  await expect(insert({ approval: null })).rejects.toThrow('is not approved');
  expect(await approve(waiting)).toBeUndefined();
  await expect(insert()).rejects.toThrow('another change is announced');
  const announcedRow = sql`select max(version) from money_config`;
  await sql`insert into withdrawn_change values ('money_config', (${announcedRow}), ${world.clock()}, ${second}, '', '')`.execute(
    bureau.db,
  );
  await expect(insert({ approved_by: asker })).rejects.toThrow('is not approved');
  for (const other of [
    ...[{ fee_bps: 5000 }, { welcome_grant: 100_000_000_000n }, { cny_rate: 79_001n }, { reason: 'x' }],
    ...[{ two_people_above: 10_000_000_001n }, { invite_reward: 50_000_001n }, { invite_share_bp: 501 }],
    ...[{ vip1_deposit: 100_000_001n }, { vip2_deposit: 500_000_001n }, { vip3_deposit: 2_000_000_001n }],
    ...[{ vip4_deposit: 5_000_000_001n }, { vip5_deposit: 10_000_000_001n }],
    ...[{ option_spread_bp: 401 }, { option_exposure: 5_000_000_000_001n }, { spot_spread_bp: 11 }],
    ...[{ single_min: 10_000_001n }, { single_max: 50_000_000_001n }, { day_max: 100_000_000_001n }],
    ...[{ identity_minutes: 1 }, { top_up_minutes: 1 }],
  ])
    await expect(insert(other)).rejects.toThrow('is not approved');
  await expect(insert({ effective_at: world.clock() })).rejects.toThrow('not announced');
  await expect(insert({ effective_at: sql`'infinity'` })).rejects.toThrow('not announced');
  const ago = (ms: number) => new Date(world.clock().getTime() - ms);
  await expect(insert({ at: ago(2 * hour), effective_at: ago(hour) })).rejects.toThrow('not announced');
  await expect(insert({ at: ago(-2 * hour), effective_at: ago(-3 * hour) })).rejects.toThrow('not announced');
  await expect(setMoney(world, { welcome_grant: 0n, cny_rate: 9999n })).rejects.toThrow('money_config_bounds');
  await expect(insert()).rejects.toThrow('money_config_approval_key'); // one approval, one change
  await expect(sql`update money_config set cny_rate = 1`.execute(bureau.db)).rejects.toThrow('permission denied');
  await expect(
    sql`insert into withdrawn_change values ('money_config', 1, ${world.clock()}, ${second}, '', '')`.execute(
      bureau.db,
    ),
  ).rejects.toThrow('cannot be withdrawn');
  // A change that took effect a minute ago stays, whatever time the withdrawal claims for itself.
  await setMoney(world, { cny_rate: 72_000n, effective_at: new Date(Date.now() - 60_000) });
  await expect(
    sql`insert into withdrawn_change values ('money_config', (${announcedRow}), ${ago(minutes(2))}, ${second}, '', '')`.execute(
      bureau.db,
    ),
  ).rejects.toThrow('cannot be withdrawn');
  // The constraint has the bounds of the table that server and console both use.
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'money_config_bounds'`.execute(
    world.owner,
  );
  for (const [name, currency] of [
    ['welcomeGrant', 'USDT'],
    ['fee', 'CNY'],
  ] as const)
    expect(rows[0]!.text).toContain(String(parseUnits(bounds[name].most, currency)));
  expect(rows[0]!.text).toContain('500000');
});

test('settings are stored as approved, to the last decimal place', async () => {
  const { world, bureau, staff, manager, approve } = await open();
  const [current] = (await manager.call(periods.showPeriods, {})).data.list;
  const body = { expectedVersion: current!.version, terms: { ...current!.terms, minStake: '11.5' }, reason };
  const { waiting } = (await manager.call(periods.savePeriods, body as never)).data;
  expect(await approve(waiting!, staff.reviewer)).toBeUndefined();
  const {
    version,
    rule: _,
    ...row
  } = await world.owner.selectFrom('contract_terms').selectAll().orderBy('version', 'desc').executeTakeFirstOrThrow();
  expect(row.min_stake).toBe(11_500_000n);
  await sql`insert into withdrawn_change values ('contract_terms', ${version}, ${world.clock()}, ${row.approved_by}, '', '')`.execute(
    bureau.db,
  );
  const insert = (change: object) =>
    bureau.db
      .insertInto('contract_terms')
      .values({ ...row, ...change })
      .execute();
  for (const other of [
    { min_stake: 11_500_001n },
    { max_stake: 5_000_000_001n },
    { max_open: 20_000_000_001n },
    { seconds: [30, 60, 120, 180, 301] },
    { returns: [8200, 8500, 8800, 9000, 9201] },
    { seconds: [60, 30, 120, 180, 300] },
    { seconds: [30], returns: [8200] },
  ])
    await expect(insert(other)).rejects.toThrow('is not approved');
  await expect(insert({})).rejects.toThrow('contract_terms_approval_key');
});

test('returns of contracts take two people and an hour too, and a new period can’t bypass the largest step', async () => {
  const { world, staff, manager, later, approve } = await open();
  const list = async (who: typeof manager = manager) => (await who.call(periods.showPeriods, {})).data.list;
  const save = async (change: object, who: typeof manager = manager) => {
    const current = (await list(who)).find(({ state }) => state === 'in_force')!;
    const body = { expectedVersion: current.version, terms: { ...current.terms, ...change }, reason };
    return (await who.call(periods.savePeriods, body as never)).data as { waiting: string; reason?: string };
  };
  const pays = (...pairs: [number, string][]) => ({
    periods: pairs.map(([seconds, returnPercent]) => ({ seconds, returnPercent })),
  });
  for (const change of [
    pays([30, '87.01']),
    pays([30, '76.99']),
    pays([31, '87.01']), // nearest: 30 seconds at 82
    pays([3600, '97.01']), // nearest: 300 seconds at 92
    pays([30, '82'], [46, '90.01']), // nearest: 60 seconds at 85
  ])
    expect((await save(change)).reason, JSON.stringify(change)).toBe('step_too_large');
  const { waiting } = await save(pays([30, '87'], [45, '80']));
  expect(await approve(waiting, staff.reviewer)).toBeUndefined();
  const rules = async () => (await world.visitor().call(showRules, {})).data;
  const shown = await rules();
  expect(shown.periods[0]).toEqual({ seconds: 30, returnBp: 8200 });
  expect(shown.next).toMatchObject({ periods: [{ returnBp: 8700 }, { returnBp: 8000 }] });
  expect((await save({ minStake: '11' })).reason).toBe('change_announced');
  await later(hour);
  expect((await rules()).periods.map(({ returnBp }) => returnBp)).toEqual([8700, 8000]);
  expect((await save(pays([30, '82']))).reason).toBe('changed_today');
  // Stake limits move no money, so they may be changed again on the same day.
  const limits = (await save({ minStake: '11' })).waiting;
  expect(await approve(limits, staff.reviewer)).toBeUndefined();
  const { version } = (await list())[0]!;
  expect((await manager.call(periods.withdrawPeriods, { version, reason })).code).toBe(200);
  expect((await rules()).next).toBeNull();
}, 60_000);

test('exchanging there and back at one rate gains nothing', () => {
  const rate = fc.bigInt({ min: 10_000n, max: 500_000n });
  const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(rate, amount, (at, usdt) => {
      expect(cnyToUsdt(usdtToCny(usdt, at), at)).toBeLessThanOrEqual(usdt);
    }),
  );
  fc.assert(
    fc.property(rate, amount, (at, cny) => {
      expect(usdtToCny(cnyToUsdt(cny, at), at)).toBeLessThanOrEqual(cny);
    }),
  );
  // Exchanging in parts gains nothing over exchanging at once.
  fc.assert(
    fc.property(rate, fc.array(amount, { maxLength: 5 }), (at, parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0n);
      const apart = parts.reduce((sum, part) => sum + cnyToUsdt(usdtToCny(part, at), at), 0n);
      expect(apart).toBeLessThanOrEqual(whole);
    }),
  );
});

test('one operator cannot turn on automatic approval or raise withdrawal limits: both take two people and an hour', async () => {
  const { world, manager, staff, ask, approve } = await open();
  const ann = await world.person();
  const [current] = (await manager.call(office.showSettings, {})).data.list;
  const alone = {
    ...current!.settings,
    topUpMinutes: 1,
    identityMinutes: 1,
    singlemax: '1000000',
    title: 'Paper Street',
  };
  await manager.call(office.saveSettings, { expectedVersion: current!.version, settings: alone, reason } as never);
  // Extra fields in the form, and values that a role writes into the old columns, have no effect.
  const bureau = await openOffice(world);
  await sql`insert into site_config (title, single_min, single_max, day_max, invitation_required, identity_minutes, top_up_minutes)
    values ('x', 1, 999999999999, 999999999999, false, 1, 1)`.execute(bureau.db);
  const shown = async () => (await ann.call(showDeposit, {})).data.automaticSeconds;
  const site = async () => (await world.visitor().call(getSite, {})).data;
  expect(await shown()).toBeNull();
  expect(await site()).toMatchObject({ singlemin: '10.00', singlemax: '50000.00', daymax: '100000.00' });

  const minutesOnly = { topUpMinutes: '10', identityMinutes: '20', unattendedSeconds: '0' };
  const change = { ...minutesOnly, singlemin: '12', singlemax: '40000', daymax: '120000' };
  const { waiting } = await ask(change);
  expect(await approve(waiting, manager)).toBe('own_request');
  expect(await approve(waiting, staff.reviewer)).toBeUndefined();
  expect(await shown()).toBeNull();
  const next = { singlemin: '12.00', singlemax: '40000.00', daymax: '120000.00' };
  expect((await site()).next).toMatchObject(next);
  world.pass(hour);
  expect(await shown()).toBe(600);
  expect((await ann.call(showCertState, {})).data.automaticSeconds).toBe(1200);
  expect(await site()).toMatchObject(next);
});

test('automatic approval that was switched on today can be switched off today', async () => {
  const { world, ask, approve, later } = await open();
  await approve((await ask({ topUpMinutes: '30', fee: '1.5' })).waiting);
  await later(hour);
  expect((await ask({ topUpMinutes: '60' })).reason).toBe('changed_today');
  expect((await ask({ topUpMinutes: '0', fee: '1' })).reason).toBe('changed_today');
  await approve((await ask({ topUpMinutes: '0' })).waiting);
  await later(hour);
  const ann = await world.person();
  expect((await ann.call(showDeposit, {})).data.automaticSeconds).toBeNull();
});

test('approval without operators on duty takes two people and an hour, and can be turned off on the same day', async () => {
  const { world, ask, approve, later } = await open();
  const ann = await world.person();
  const shown = async () => (await ann.call(showDeposit, {})).data.automaticSeconds;
  const goOffDuty = () =>
    sql`update operator_session set seen_at = seen_at - interval '6 minutes'`.execute(world.owner);
  await setMoney(world, { unattended_seconds: 0, effective_at: world.clock() });
  await later(minutes(60 * 25));
  expect(await shown()).toBeNull();
  expect((await ask({ unattendedSeconds: '3601' })).reason).toBe('bad_input');
  const { waiting } = await ask({ unattendedSeconds: '45' });
  expect(await shown()).toBeNull();
  await approve(waiting);
  expect(await shown()).toBeNull();
  await later(hour);
  await goOffDuty();
  expect(await shown()).toBe(45);
  expect((await ask({ unattendedSeconds: '60' })).reason).toBe('changed_today');
  await approve((await ask({ unattendedSeconds: '0' })).waiting);
  await later(hour);
  await goOffDuty();
  expect(await shown()).toBeNull();
});

test('a site with limits from before the bounds sees them, and its next change brings them within the bounds', async () => {
  const { world, inForce, ask, later } = await open();
  await sql`alter table money_config drop constraint money_config_limit_bounds`.execute(world.owner);
  const before = { single_min: 500_000n, single_max: 3_000_000_000_000n, day_max: 30_000_000_000_000n };
  await setMoney(world, { ...before, effective_at: world.clock() });
  await later(minutes(60 * 25));
  const old = { singlemin: '0.50', singlemax: '3000000.00', daymax: '30000000.00' };
  expect((await inForce()).settings).toMatchObject(old);
  expect((await ask({ fee: '1.5' })).reason).toBe('bad_input');
  const limits = { singlemin: '1', singlemax: '1000000', daymax: '10000000' };
  expect((await ask({ ...limits, singlemin: '1.51' })).reason).toBe('step_too_large');
  expect((await ask({ ...limits, daymax: '4999999' })).reason).toBe('step_too_large');
  expect((await ask({ ...limits, fee: '1.5' })).waiting).toEqual(expect.any(String));
});

test('the previous release can still change the values it knows; the others stay', async () => {
  const { world, bureau, manager, staff } = await open();
  await setMoney(world, {
    top_up_minutes: 30,
    unattended_seconds: 45,
    day_max: 70_000_000_000n,
    effective_at: world.clock(),
  });
  const idOf = async (email: string) =>
    (await world.owner.selectFrom('operator').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const [asker, second] = [await idOf(manager.person.email), await idOf(staff.reviewer.person.email)];
  const settings = {
    ...{
      fee: '1.5',
      welcomeGrant: '10000',
      cnyRate: '7.2',
      twoPeopleAbove: '10000',
      inviteReward: '50',
      inviteShare: '5',
    },
    ...{ vip1: '100', vip2: '500', vip3: '2000', vip4: '5000', vip5: '10000' },
    ...{ optionSpread: '4', optionExposure: '5000000', spotSpread: '0.1' },
  };
  const id = newId();
  await sql`alter table approval disable trigger user`.execute(world.owner);
  await sql`insert into approval (id, action, subject, input, reason, asked_by, asked_by_name, asked_at, expires_at, before, after)
    values (${id}, '/office/site/saveMoney', 'money', ${JSON.stringify({ settings, reason })}::jsonb, ${reason}, ${asker}, '', now(), now() + interval '1 day', '{}', '{}')`.execute(
    world.owner,
  );
  await sql`update approval set decision = 'approved', answer = '', decided_by = ${second}, decided_by_name = '', decided_at = now() where id = ${id}`.execute(
    world.owner,
  );
  await sql`alter table approval enable trigger user`.execute(world.owner);
  await sql`insert into money_config (at, effective_at, fee_bps, welcome_grant, cny_rate, two_people_above, invite_reward, invite_share_bp,
      vip1_deposit, vip2_deposit, vip3_deposit, vip4_deposit, vip5_deposit, option_spread_bp, option_exposure, spot_spread_bp,
      changed_by, changed_by_name, approved_by, approved_by_name, approval, reason)
    values (now(), now() + interval '1 hour', 150, 10000000000, 72000, 10000000000, 50000000, 500,
      100000000, 500000000, 2000000000, 5000000000, 10000000000, 400, 5000000000000, 10,
      ${asker}, '', ${second}, '', ${id}, ${reason})`.execute(bureau.db);
  const { rows } =
    await sql`select fee_bps, top_up_minutes, unattended_seconds, day_max from money_config order by version desc limit 1`.execute(
      world.owner,
    );
  expect(rows).toEqual([{ fee_bps: 150, top_up_minutes: 30, unattended_seconds: 45, day_max: 70_000_000_000n }]);
});
