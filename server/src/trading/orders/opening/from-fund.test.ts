import { getOverview } from '@glasshouse/protocol/assets/calls';
import * as contracts from '@glasshouse/protocol/contracts/calls';
import * as spot from '@glasshouse/protocol/spot/calls';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { walletOf } from '#money/ledger/ledger.ts';
import { step, type Tx } from '#platform/database/db.ts';
import { orderIdAt } from '../../../../test/order-id.ts';
import { openTape } from '../../../../test/tape.ts';
import { newWorld, type World } from '../../../../test/world.ts';
import { strategy } from '../../contracts/opening/open.ts';
import { openJudged } from './opener.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Wish = { id?: string; stake?: string; fromFund?: boolean; returnBp?: number };

/** A world with a running tape. A new account has 10,000.00 in Funding and nothing elsewhere. */
async function arrange() {
  const world = await newWorld();
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000, 314_000);
  const open = async (person: Person, { stake = '100', ...wish }: Wish = {}) => {
    const asked = {
      id: orderIdAt(world.clock()),
      symbol: 'BTC',
      direction: 'long',
      seconds: 30,
      returnBp: 8200,
    } as const;
    return (await person.call(contracts.openContract, { ...asked, stake, fromFund: true, ...wish })).data as {
      reason?: string;
    };
  };
  const moves = (person: Person) =>
    world.db
      .selectFrom('movement')
      .select(['amount', 'label', 'flow', 'state'])
      .where('owner', '=', person.number)
      .orderBy('serial')
      .execute();
  return { world, open, moves };
}
const held = async (person: Person, ...names: string[]) => {
  const { wallets } = (await person.call(getOverview, {})).data;
  return names.map(
    (name) =>
      wallets.find(({ wallet }) => wallet === name)?.balances.find(({ currency }) => currency === 'USDT')?.amount ??
      '0.00',
  );
};

test('an order takes exactly what its wallet lacks from Funding, recorded as a transfer, and only if it was asked to', async () => {
  const { world, open, moves } = await arrange();
  const ann = await world.person();
  await world.give(ann, 'contract', 'USDT', 97_910_000n);
  expect(await open(ann, { fromFund: false })).toMatchObject({ reason: 'insufficient_balance' });
  expect(await held(ann, 'fund', 'contract')).toEqual(['10000.00', '97.91']);
  const id = orderIdAt(world.clock());
  expect(await open(ann, { id })).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'contract')).toEqual(['9997.91', '0.00']);
  const moved = { amount: 2_090_000n, label: 'fund-contract', flow: 'move', state: 'done' };
  expect(await moves(ann)).toEqual([moved]);
  // A repeated tap returns the same order.
  expect(await open(ann, { id })).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'contract')).toEqual(['9997.91', '0.00']);
  // With enough money in the wallet, Funding is not used.
  await world.give(ann, 'contract', 'USDT', 500_000_000n);
  expect(await open(ann)).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'contract')).toEqual(['9997.91', '400.00']);
  expect(await moves(ann)).toEqual([moved]);
});

test('a coin purchase can draw on Funding, and a sale never does', async () => {
  const { world, moves } = await arrange();
  const ann = await world.person();
  const trade = async (side: 'buy' | 'sell', given: string) =>
    (
      await ann.call(spot.trade, {
        ...{ id: orderIdAt(world.clock()), symbol: 'BTC', side, given, spreadBp: 10, fromFund: true },
      })
    ).data as { reason?: string };
  const { spreadBp } = (await world.visitor().call(spot.showRules, {})).data;
  expect(spreadBp).toBe(10);
  expect(await trade('buy', '500')).not.toHaveProperty('reason');
  expect(await held(ann, 'fund', 'spot')).toEqual(['9500.00', '0.00']);
  expect((await moves(ann)).map(({ label }) => label)).toEqual(['fund-spot']);
  expect(await trade('sell', '0.5')).toMatchObject({ reason: 'insufficient_balance' });
  expect(await held(ann, 'fund', 'spot')).toEqual(['9500.00', '0.00']);
});

test('a refused order moves no money, whatever the reason', async () => {
  const { world, open, moves } = await arrange();
  const ann = await world.person();
  expect(await open(ann, { returnBp: 9900 })).toMatchObject({ reason: 'terms_changed' });
  expect(await open(ann, { stake: '0.01' })).toMatchObject({ reason: 'stake_out_of_range' });
  const all = await Promise.all(Array.from({ length: 12 }, () => open(ann, { stake: '1000' })));
  expect(all.filter(({ reason }) => reason === undefined).length).toBeLessThanOrEqual(10);
  const [fund, wallet] = await held(ann, 'fund', 'contract');
  const opened = all.filter(({ reason }) => reason === undefined).length;
  expect([fund, wallet]).toEqual([(10_000 - 1000 * opened).toFixed(2), '0.00']);
  const sum = (await moves(ann)).reduce((total, { amount }) => total + amount, 0n);
  expect(sum).toBe(BigInt(opened) * 1_000_000_000n);
});

test('simultaneous orders of several products and users never overdraw Funding, and the books balance', async () => {
  const { world, open } = await arrange();
  const people = await Promise.all(Array.from({ length: 4 }, () => world.person()));
  const buy = async (person: Person) =>
    (
      await person.call(spot.trade, {
        ...{
          id: orderIdAt(world.clock()),
          symbol: 'BTC',
          side: 'buy' as const,
          given: '1500',
          spreadBp: 10,
          fromFund: true,
        },
      })
    ).data as { reason?: string };
  const tried = await Promise.all(
    people.flatMap((person) =>
      Array.from({ length: 10 }, async (_, place) => ({
        person,
        takes: place % 2 ? 1500 : 1000,
        answer: await (place % 2 ? buy(person) : open(person, { stake: '1000' })),
      })),
    ),
  );
  for (const person of people) {
    const done = tried.filter((each) => each.person === person && each.answer.reason === undefined);
    const spent = done.reduce((sum, { takes }) => sum + takes, 0);
    expect(spent).toBeLessThanOrEqual(10_000);
    expect(await held(person, 'fund', 'contract', 'spot')).toEqual([(10_000 - spent).toFixed(2), '0.00', '0.00']);
  }
});

/** Contracts requested in one batch, as the opener receives them. */
async function arrangeBatches() {
  const world = await newWorld();
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000, 314_000);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
    values ('{30}', '{8200}', 10, 1000, 2000)`.execute(world.owner);
  const people = [await world.person(), await world.person()];
  for (const person of people) await world.give(person, 'contract', 'USDT', 1n);
  const moment = world.clock();
  const order = (person: Person, stake: bigint, fromFund?: boolean) => ({
    ...{ account: walletOf(person.number, 'contract', 'USDT'), id: orderIdAt(moment), symbol: 1, stake, fromFund },
    ...{ direction: 'long' as const, seconds: 30, returnBp: 8200 },
  });
  const open = (tx: Tx, ...batch: ReturnType<typeof order>[]) => openJudged(tx, strategy, () => moment, batch);
  const setBalance = (tx: Tx, person: Person, wallet: 'fund' | 'contract', balance: bigint) =>
    sql`update account set balance = ${balance} where id = ${walletOf(person.number, wallet, 'USDT')}`.execute(tx);
  const read = async (tx: Tx) => {
    const { rows } = await sql<{ balances: string[]; stakes: bigint; moved: bigint }>`
      select array(select id || ' ' || balance from account where id >= 65536 order by id) as balances,
        (select coalesce(sum(stake), 0) from contract)::bigint as stakes,
        (select coalesce(sum(balance), 0) from account where id >= 65536)::bigint as moved`.execute(tx);
    const movements = await tx
      .selectFrom('movement')
      .select(['owner', sql<bigint>`sum(amount)::bigint`.as('drawn')])
      .groupBy('owner')
      .orderBy('owner')
      .execute();
    return { ...rows[0]!, movements };
  };
  /** Runs some work with arbitrary balances and rolls it back. */
  const tried = async (work: (tx: Tx) => Promise<unknown>) => {
    const undone = new Error('undone');
    const trial = step(world.owner, async (tx) => {
      await work(tx);
      throw undone;
    });
    await expect(trial).rejects.toBe(undone);
  };
  return { world, people, order, open, setBalance, read, tried };
}
const namesOf = ({ verdicts }: { verdicts: readonly { ok: boolean; error?: string }[] }) =>
  verdicts.map((verdict) => (verdict.ok ? 'opened' : verdict.error));

test('Funding pays only for the orders of a batch that asked for it, and each order is checked on its own', async () => {
  const { people, order, open, setBalance, tried, read } = await arrangeBatches();
  const [ann, bob] = people as [Person, Person];
  await tried(async (tx) => {
    for (const person of people) {
      await setBalance(tx, person, 'fund', 100n);
      await setBalance(tx, person, 'contract', 30n);
    }
    const batch = [
      order(ann, 50n), // more than the wallet has, and Funding was not requested
      order(ann, 20n),
      order(bob, 31n),
      order(ann, 60n, true), // 10 from the wallet and 50 from Funding
      order(ann, 10n), // nothing is left in the wallet
      order(ann, 60n, true), // Funding has 50 left
      order(ann, 50n, true),
    ];
    expect(namesOf(await open(tx, ...batch))).toEqual([
      ...['insufficient_balance', 'opened', 'insufficient_balance', 'opened'],
      ...['insufficient_balance', 'insufficient_balance', 'opened'],
    ]);
    const { balances, movements } = await read(tx);
    expect(balances).toContain(`${walletOf(ann.number, 'fund', 'USDT')} 0`);
    expect(balances).toContain(`${walletOf(ann.number, 'contract', 'USDT')} 0`);
    expect(balances).toContain(`${walletOf(bob.number, 'contract', 'USDT')} 30`);
    expect(movements).toEqual([{ owner: ann.number, drawn: 100n }]);
  });
});

test('a batch gives the same result as its orders one after the other, and no money is created or lost', {
  timeout: 300_000,
}, async () => {
  const { people, order, open, setBalance, tried, read } = await arrangeBatches();
  const wish = fc.record({
    who: fc.constantFrom(0, 1),
    stake: fc.bigInt(9n, 80n),
    fromFund: fc.constantFrom(true, false, undefined),
  });
  const balances = fc.array(fc.bigInt(0n, 150n), { minLength: 4, maxLength: 4 });
  const seen = new Set<string | undefined>();
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 8 }), balances, async (wishes, held) => {
      const batch = wishes.map(({ who, stake, fromFund }) => order(people[who]!, stake, fromFund));
      await tried(async (tx) => {
        for (const [who, person] of people.entries()) {
          await setBalance(tx, person, 'fund', held[2 * who]!);
          await setBalance(tx, person, 'contract', held[2 * who + 1]!);
        }
        const before = await read(tx);
        await sql`savepoint together`.execute(tx);
        const together = namesOf(await open(tx, ...batch));
        const after = await read(tx);
        expect(after.moved + after.stakes).toBe(before.moved);
        await sql`rollback to savepoint together`.execute(tx);
        const alone: (string | undefined)[] = [];
        for (const one of batch) alone.push(...namesOf(await open(tx, one)));
        expect(together).toEqual(alone);
        expect(after).toEqual(await read(tx));
        for (const each of together) seen.add(each);
      });
    }),
    { numRuns: process.env.NIGHTLY === '1' ? 1000 : 60 },
  );
  expect([...seen].sort()).toEqual(['insufficient_balance', 'opened', 'stake_out_of_range']);
});

test('an order from the Funding wallet of a deleted user is refused, and other orders are opened', async () => {
  const { world, people, order, open, setBalance, tried, read } = await arrangeBatches();
  const [ann, bob] = people as [Person, Person];
  await world.owner.updateTable('person').set({ leaves_at: world.clock() }).where('id', '=', ann.info.id).execute();
  await sql`select erase_person(${ann.info.id}, ${world.clock()})`.execute(world.owner);
  await tried(async (tx) => {
    await setBalance(tx, ann, 'contract', 30n);
    const batch = [order(ann, 50n, true), order(bob, 50n, true)];
    expect(namesOf(await open(tx, ...batch))).toEqual(['insufficient_balance', 'opened']);
    expect((await read(tx)).movements).toEqual([{ owner: bob.number, drawn: 49n }]);
  });
});

test('an order that may draw on Funding does not pay for another that may not', async () => {
  const { world, open } = await arrange();
  const ann = await world.person();
  const both = await Promise.all([open(ann, { fromFund: true }), open(ann, { fromFund: false })]);
  expect(both[1]).toMatchObject({ reason: 'insufficient_balance' });
  const opened = both[0]!.reason === undefined ? 100 : 0;
  expect(await held(ann, 'fund', 'contract')).toEqual([(10_000 - opened).toFixed(2), '0.00']);
});
