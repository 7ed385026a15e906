import { arrows } from '@glasshouse/protocol/movements/arrows';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { days, minutes } from '#platform/runtime/clock.ts';
import { operators, type Real, type Somebody, users, type Weather, workOn } from '../../test/money-acts.ts';
import * as model from '../../test/money-model.ts';
import { setMoney } from '../../test/money-settings.ts';
import { openOffice } from '../../test/office.ts';
import { offer } from '../../test/wealth.ts';
import { newWorld } from '../../test/world.ts';

// Random histories of people, operators, the clock and lost connections. Each act is compared with a model that doesn't
// use the database. The long run is part of `npm run nightly` (MONEY_RUNS, MONEY_ACTS).
const runs = Number(process.env.MONEY_RUNS ?? 4);
const acts = Number(process.env.MONEY_ACTS ?? 40);
const crowd = 3; // as many as take part below
const products: Terms[] = [
  { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 30 },
  { kind: 'machine', unit: 10_000_000n, daily: 57_333n, days: 180 },
  { kind: 'pledge', unit: 1_000_000n, ratePpb: 139_726, seconds: 86_400 },
];

type Model = { members: model.Member[] };
type Command = fc.AsyncCommand<Model, Real>;
type NamedAct = { name: string; act: (members: model.Member[], real: Real) => Promise<void> };

/** An act as a command of the model. It can run after any other command. */
const command = ({ name, act }: NamedAct): Command => ({
  check: () => true,
  run: async ({ members }, real) => {
    await act(members, real);
    await compare(members, real);
    real.world.pass(minutes(3)); // keeps a person's pace
  },
  toString: () => name,
});

/** The answer must match the model: done, or one of the reasons that apply. */
const agree = (answer: string | undefined, refused: string[], what: string) =>
  refused.length === 0 ? expect(answer, what).toBeUndefined() : expect(refused, what).toContain(answer);

const who = fc.nat({ max: crowd - 1 });
const weather: fc.Arbitrary<Weather> = fc.record({ cut: fc.nat({ max: 5 }).map((n) => n === 0) });
const usdt = (least: number, most: number) => fc.integer({ min: least, max: most }).map((n) => BigInt(n) * 1_000_000n);
const nth = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(1, list.length)];
const place = fc.nat({ max: 20 });

const card = fc.tuple(who, usdt(5, 2_500), weather).map(([i, amount, sky]) => ({
  name: `card ${i} ${amount}`,
  act: async (members: model.Member[], real: Real) => {
    const id = newId();
    const answer = await users.card(real, real.people[i]!, id, amount, sky);
    agree(answer, model.payByCard(members[i]!, real.world.clock(), id, amount), 'card');
    if (answer) return;
    expect(await users.card(real, real.people[i]!, id, amount, sky), 'the same again').toBeUndefined();
    expect(await users.card(real, real.people[i]!, id, amount === 10_000_000n ? amount + 1n : 10_000_000n, sky)).toBe(
      'id_used',
    );
  },
}));
const submit = fc.tuple(who, usdt(10, 5_000), weather).map(([i, amount, sky]) => ({
  name: `submit ${i} ${amount}`,
  act: async (members: model.Member[], real: Real) => {
    const id = newId();
    agree(await users.submit(real, real.people[i]!, id, amount, sky), model.submit(members[i]!, id, amount), 'submit');
  },
}));
const submitAgain = fc.tuple(who, place, weather).map(([i, at, sky]) => ({
  name: `submit again ${i}`,
  act: async (members: model.Member[], real: Real) => {
    const topUp = nth(
      members[i]!.topUps.filter(({ state }) => state === 'rejected'),
      at,
    );
    if (!topUp) return;
    const answer = await users.submitAgain(real, real.people[i]!, topUp.id, topUp.amount, sky);
    agree(answer, model.submitAgain(members[i]!, topUp), 'submit again');
  },
}));
const decideTopUp = fc.tuple(who, place, fc.boolean(), weather).map(([i, at, approve, sky]) => ({
  name: `decide top-up ${i} ${approve}`,
  act: async (members: model.Member[], real: Real) => {
    const topUp = nth(
      members[i]!.topUps.filter(({ state }) => state === 'under_review'),
      at,
    );
    if (!topUp) return;
    const decide = (second: boolean) => operators.topUp(real, real.people[i]!.number, topUp.id, approve, second, sky);
    if (approve && model.needsTwo(topUp)) {
      expect(await decide(false)).toBe('waiting');
      expect(await decide(false), 'the same person again').toBe('own_case');
      expect(await decide(true)).toBeUndefined();
    } else expect(await decide(false)).toBeUndefined();
    model.decideTopUp(members[i]!, topUp, approve);
  },
}));
const withdraw = fc.tuple(who, usdt(5, 450), weather).map(([i, amount, sky]) => ({
  name: `withdraw ${i} ${amount}`,
  act: async (members: model.Member[], real: Real) => {
    const id = newId();
    const answer = await users.withdraw(real, real.people[i]!, id, amount, sky);
    agree(answer, model.withdraw(members[i]!, real.world.clock(), id, amount), 'withdraw');
    if (answer) return;
    expect(await users.withdraw(real, real.people[i]!, id, amount, sky), 'the same again').toBeUndefined();
    expect(
      await users.withdraw(real, real.people[i]!, id, amount === 11_000_000n ? 12_000_000n : 11_000_000n, sky),
    ).toBe('id_used');
  },
}));

const underReview = ({ state }: model.Withdrawal) => state === 'under_review';
/** Applies the result of an operator's decision to the model. */
function decided(member: model.Member, it: model.Withdrawal, approve: boolean, now: Date): void {
  if (!approve) model.returnToUser(member, it, 'rejected');
  else Object.assign(it, { state: 'withdrawing', since: now });
}
const decideWithdrawal = fc
  .tuple(who, place, fc.boolean(), fc.boolean(), weather)
  .map(([i, at, approve, second, sky]) => ({
    name: `decide withdrawal ${i} ${approve} ${second ? 'second' : 'first'}`,
    act: async (members: model.Member[], real: Real) => {
      const it = nth(members[i]!.withdrawals.filter(underReview), at);
      if (!it) return;
      const answer = await operators.withdrawal(real, real.people[i]!.number, it.id, approve, second, sky);
      if (it.agreed && !second) expect(answer, 'two-person approval needs two people').toBe('own_case');
      else if (approve && model.needsTwo(it) && !it.agreed) {
        // The first reviewer is chosen to agree first, so the second is the other one.
        expect(answer).toBe('waiting');
        it.agreed = true;
        if (second) {
          expect(await operators.withdrawal(real, real.people[i]!.number, it.id, true, true, sky)).toBe('own_case');
          expect(await operators.withdrawal(real, real.people[i]!.number, it.id, true, false, sky)).toBeUndefined();
          decided(members[i]!, it, true, real.world.clock());
        }
      } else {
        expect(answer).toBeUndefined();
        decided(members[i]!, it, approve, real.world.clock());
      }
    },
  }));
const cancel = fc.tuple(who, place, weather).map(([i, at, sky]) => ({
  name: `cancel ${i}`,
  act: async (members: model.Member[], real: Real) => {
    const it = nth(members[i]!.withdrawals, at);
    if (!it) return;
    const answer = await users.cancel(real, real.people[i]!, it.id, sky);
    // A withdrawal that was cancelled stays cancelled, however often the call is repeated.
    if (it.state !== 'under_review' && it.state !== 'cancelled') return void expect(answer).toBe('withdrawal_decided');
    expect(answer).toBeUndefined();
    if (it.state === 'under_review') model.returnToUser(members[i]!, it, 'cancelled');
  },
}));
const race = fc.tuple(who, place, fc.boolean()).map(([i, at, approve]) => ({
  name: `cancel against decide ${i} ${approve}`,
  act: async (members: model.Member[], real: Real) => {
    const it = nth(
      members[i]!.withdrawals.filter((one) => underReview(one) && !model.needsTwo(one)),
      at,
    );
    if (!it) return;
    const person = real.people[i]!;
    const clear = { cut: false };
    const [taken, made] = await Promise.all([
      users.cancel(real, person, it.id, clear),
      operators.withdrawal(real, person.number, it.id, approve, false, clear),
    ]);
    expect(
      [taken, made].filter((answer) => answer === undefined),
      `${taken} ${made}`,
    ).toHaveLength(1);
    if (taken === undefined) model.returnToUser(members[i]!, it, 'cancelled');
    else decided(members[i]!, it, approve, real.world.clock());
  },
}));
const stop = fc.tuple(who, place, fc.constantFrom('freeze', 'unfreeze', 'return')).map(([i, at, what]) => ({
  name: `${what} ${i}`,
  act: async (members: model.Member[], real: Real) => {
    const it = nth(members[i]!.withdrawals, at);
    if (!it) return;
    const may = {
      freeze: it.state === 'under_review' || it.state === 'withdrawing',
      unfreeze: it.state === 'frozen',
      return: it.state === 'withdrawing' || (it.state === 'frozen' && it.frozenFrom === 'withdrawing'),
    }[what];
    const answer = await operators.act(real, what, real.people[i]!.number, it.id);
    if (!may) return void expect(answer, `${what} ${it.state}`).toBe('withdrawal_moved');
    expect(answer, `${what} ${it.state}`).toBeUndefined();
    if (what === 'freeze') {
      it.frozenFrom = it.state as 'under_review';
      it.state = 'frozen';
    } else if (what === 'unfreeze') {
      it.state = it.frozenFrom!;
      it.since = real.world.clock();
    } else model.returnToUser(members[i]!, it, it.state === 'frozen' ? 'rejected' : 'failed');
  },
}));
const send = fc.tuple(who, who, usdt(1, 120), weather).map(([i, j, amount, sky]) => ({
  name: `send ${i} ${j} ${amount}`,
  act: async (members: model.Member[], real: Real) => {
    const [payer, payee, id] = [real.people[i]!, real.people[j]!, newId()];
    const answer = await users.send(real, payer, payee, id, amount, sky);
    if (i === j) return void expect(answer).toBe('payee_is_self');
    agree(answer, model.send(members[i]!, members[j]!, real.world.clock(), amount), 'send');
    if (!answer) expect(await users.send(real, payer, payee, id, amount, sky), 'the same again').toBeUndefined();
  },
}));
const upgrade = fc.tuple(who, fc.integer({ min: 1, max: 5 }), weather).map(([i, level, sky]) => ({
  name: `upgrade ${i} ${level}`,
  act: async (members: model.Member[], real: Real) => {
    const id = newId();
    const answer = await users.upgrade(real, real.people[i]!, id, level, sky);
    agree(answer, model.upgrade(members[i]!, real.world.clock(), level), 'upgrade');
    if (!answer) expect(await users.upgrade(real, real.people[i]!, id, level, sky), 'the same again').toBeUndefined();
  },
}));
const refund = fc.tuple(who, fc.option(fc.boolean()), weather).map(([i, approve, sky]) => ({
  name: `refund ${i} ${approve}`,
  act: async (members: model.Member[], real: Real) => {
    const id = newId();
    const member = members[i]!;
    agree(
      await users.askRefund(real, real.people[i]!, id, sky),
      model.askRefund(member, real.world.clock(), id),
      'refund',
    );
    if (!member.refund || approve === null) return;
    expect(await operators.refund(real, member.refund, approve, sky)).toBeUndefined();
    model.decideRefund(member, approve);
  },
}));
const move = fc.tuple(who, usdt(1, 4_000), weather).map(([i, amount, sky]) => ({
  name: `move ${i} ${amount}`,
  act: async (members: model.Member[], real: Real) => {
    const id = newId();
    const answer = await users.move(real, real.people[i]!, id, amount, sky);
    agree(answer, model.move(members[i]!, amount), 'move');
    if (!answer) expect(await users.move(real, real.people[i]!, id, amount, sky), 'the same again').toBeUndefined();
  },
}));
const buy = fc
  .tuple(who, fc.nat({ max: products.length - 1 }), fc.integer({ min: 1, max: 400 }), weather)
  .map(([i, which, units, sky]) => ({
    name: `buy ${i} ${which} ${units}`,
    act: async (members: model.Member[], real: Real) => {
      const [id, { product, terms }, person] = [newId(), real.offered[which]!, real.people[i]!];
      const answer = await users.buy(real, person, id, product, units, sky);
      agree(answer, model.buy(members[i]!, real.world.clock(), id, terms, BigInt(units)), 'buy');
      if (answer) return;
      expect(await users.buy(real, person, id, product, units, sky), 'the same again').toBeUndefined();
      expect(await users.buy(real, person, id, product, units + 1, sky)).toBe('id_used');
    },
  }));
const endPledge = fc.tuple(who, place, weather).map(([i, at, sky]) => ({
  name: `end pledge ${i}`,
  act: async (members: model.Member[], real: Real) => {
    const held = nth(members[i]!.held, at);
    if (!held) return;
    const answer = await users.endPledge(real, real.people[i]!, held.id, sky);
    agree(answer, model.endEarly(members[i]!, real.world.clock(), held), 'end');
  },
}));
const pass = fc
  .tuple(fc.constantFrom(minutes(1), minutes(300), days(1), days(9), days(33)), weather)
  .map(([time, sky]) => ({
    name: `pass ${time}`,
    act: async (members: model.Member[], real: Real) => {
      real.world.pass(time);
      await workOn(real, sky);
      for (const member of members) model.work(member, real.world.clock());
    },
  }));

/** Compares everyone's money in the product with the model. */
async function compare(members: readonly model.Member[], { world, people }: Real): Promise<void> {
  const numbers = people.map(({ number }) => number);
  const { rows: funds } = await sql<{ owner: bigint; fund: bigint; financial: bigint; level: number }>`
    select number as owner, vip_level as level, coalesce((select balance from account where id = (number << 16) + 1025), 0) as fund,
      coalesce((select balance from account where id = (number << 16) + 6145), 0) as financial
    from person where number = any (${numbers})`.execute(world.owner);
  const { rows: moved } = await sql<{ id: string; state: string; fee: bigint }>`
    select id, state, fee from movement where owner = any (${numbers}) and flow in ('withdraw', 'recharge')`.execute(
    world.owner,
  );
  const states = new Map(moved.map(({ id, state }) => [id, state]));
  members.forEach((member, i) => {
    const found = funds.find(({ owner }) => owner === people[i]!.number)!;
    const { fund, financial, level } = found;
    expect({ fund, financial, level }, `of ${i}`).toEqual({
      fund: member.fund,
      financial: member.financial,
      level: member.level,
    });
    for (const { id, state } of [...member.withdrawals, ...member.topUps]) expect(states.get(id)).toBe(state);
  });
  const said = members.flatMap(({ withdrawals, topUps }) => [...withdrawals, ...topUps]).length;
  expect(moved).toHaveLength(said);
}

/** Every step taken is an arrow, and every withdrawal was held once and, if it is over, paid or returned once. */
async function look({ world, people }: Real, members: readonly model.Member[]): Promise<void> {
  const numbers = people.map(({ number }) => number);
  const { rows: gone } = await sql<{ flow: string; from: string; to: string }>`
    select distinct flow, coalesce(lag(step.state) over (partition by step.owner, step.id order by place), 'start') as from, step.state as to
    from movement_step as step join movement using (owner, id) where owner = any (${numbers})`.execute(world.owner);
  const drawn = new Set(arrows.map(({ flow, from, to }) => `${flow} ${from} ${to}`));
  expect(gone.map(({ flow, from, to }) => `${flow} ${from} ${to}`).filter((way) => !drawn.has(way))).toEqual([]);
  const { rows: booked } = await sql<{ state: string; held: number; returned: number; paid: number }>`
    select state, (select count(*)::int from leg where ref = movement.id and kind = 11 and account >= 65536) as held,
      (select count(*)::int from leg where ref = movement.id and kind = 12 and account >= 65536) as returned,
      (select count(*)::int from leg where ref = md5('withdrawal_paid ' || owner || ' ' || movement.id)::uuid and kind = 13
        and account = 44033) as paid
    from movement where owner = any (${numbers}) and flow = 'withdraw'`.execute(world.owner);
  for (const { state, ...legs } of booked)
    expect({ state, ...legs }).toEqual({
      state,
      held: 1,
      returned: ['rejected', 'cancelled', 'failed'].includes(state) ? 1 : 0,
      paid: state === 'success' ? 1 : 0,
    });
  const { rows: pools } = await sql<{ vip: bigint; waiting: bigint }>`
    select coalesce(sum(amount) filter (where account = 45057), 0)::bigint as vip,
      coalesce(sum(amount) filter (where account = 44033), 0)::bigint as waiting from leg`.execute(world.owner);
  const { rows: open } = await sql<{ vip: bigint; waiting: bigint }>`
    select (select coalesce(sum(deposit), 0)::bigint from membership) as vip, (select coalesce(sum(amount), 0)::bigint from movement
      where flow = 'withdraw' and state in ('under_review', 'withdrawing', 'frozen')) as waiting`.execute(world.owner);
  expect(pools).toEqual(open);
  expect(members.length).toBe(crowd);
}

test('after arbitrary acts of people, operators, the clock and lost connections, books, limits and states match the model', {
  timeout: 600_000,
}, async () => {
  const world = await newWorld({ now: new Date() });
  const { singleMin, singleMax, dayMax, twoPeopleAbove } = model.rules;
  await setMoney(world, { single_min: singleMin, single_max: singleMax, day_max: dayMax });
  await setMoney(world, { two_people_above: twoPeopleAbove });
  const office = await openOffice(world);
  const staff = await office.staff();
  const second = await office.another('reviewer', staff);
  const colleagues = { first: staff.reviewer, second, support: staff.support };
  const offered: Real['offered'] = [];
  for (const terms of products) offered.push({ product: (await offer(world, terms)).product, terms });
  const somebody = async (): Promise<Somebody> => {
    const person = await world.person();
    const { rows } = await sql<{ id: string }>`
      update person set identity = 'passed' where number = ${person.number} returning id`.execute(world.owner);
    return { ...person, id: rows[0]!.id };
  };
  const all = [
    card,
    submit,
    submitAgain,
    decideTopUp,
    withdraw,
    withdraw,
    decideWithdrawal,
    decideWithdrawal,
    cancel,
    race,
    stop,
  ];
  const commands = fc.commands(
    [...all, send, send, upgrade, refund, move, buy, buy, endPledge, pass, pass].map((one) => one.map(command)),
    {
      maxCommands: acts,
      size: 'max',
    },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (history) => {
      const people = [await somebody(), await somebody(), await somebody()];
      const real = { world, office, colleagues, people, offered };
      const welcome = 10_000_000_000n;
      const members = people.map(() => model.newMember(welcome, world.clock()));
      await fc.asyncModelRun(() => ({ model: { members }, real }), history);
      await look(real, members);
    }),
    { numRuns: runs, endOnFailure: true, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
  );
});
