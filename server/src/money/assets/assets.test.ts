import * as protocol from '@glasshouse/protocol/assets/calls';
import { unitsAt } from '@glasshouse/protocol/decimal';
import { incomeKinds, wallets } from '@glasshouse/protocol/ledger/books';
import { locales } from '@glasshouse/protocol/locales';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, seconds } from '#platform/runtime/clock.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { systemAccount, walletOf } from '../ledger/accounts.ts';
import { post } from '../ledger/ledger.ts';
import { routesWith } from './assets.ts';
import { sharesOf } from './overview.ts';

type Person = Awaited<ReturnType<World['person']>>;
const move = (person: Person, amount: unknown, from = 'fund', to = 'contract', id = newId()) =>
  person.call(protocol.transfer, { id, from, to, amount } as never);
const swap = (person: Person, from: 'USDT' | 'CNY', amount: string, rate = '7.20', id = newId()) =>
  person.call(protocol.exchange, { id, from, amount, rate });
const overview = async (person: Person) => (await person.call(protocol.getOverview, {})).data;
const none = { sums: async () => ({ today: 0n, total: 0n }), byDay: async () => [] };
const nothingEarned = { contracts: none, options: none, spot: none, machine: none };
const wallet = async (person: Person, name: string) =>
  (await overview(person)).wallets.find((one) => one.wallet === name)!.balances;

test('a new account gets the welcome grant, booked as new-user income and counted in the totals', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const empty = (wallet: string, currency = 'USDT') => ({
    wallet,
    usdt: '0.00',
    share: 0,
    balances: [{ currency, amount: '0.00' }],
  });
  const nothing = { usdt: '0.00', cny: '0.00' };
  const grant = { usdt: '10000.00', cny: '72000.00' };
  expect(await overview(ann)).toEqual({
    cnyRate: '7.20',
    nextRate: null,
    total: grant,
    totalFunds: grant,
    totalSpot: nothing,
    totalContract: nothing,
    wallets: [
      { wallet: 'fund', usdt: '10000.00', share: 10000, balances: [{ currency: 'USDT', amount: '10000.00' }] },
      empty('cash', 'CNY'),
      empty('spot'),
      empty('contract'),
      empty('options'),
      empty('financial'),
    ],
    committed: [],
    income: {
      today: '0.00',
      total: '0.00',
      sources: [
        { source: 'contracts', today: '0.00', total: '0.00' },
        { source: 'options', today: '0.00', total: '0.00' },
        { source: 'spot', today: '0.00', total: '0.00' },
        { source: 'product', today: '0.00', total: '0.00' },
        { source: 'machine', today: '0.00', total: '0.00' },
        { source: 'new_user', today: '10000.00', total: '10000.00' },
        { source: 'lower_level', today: '0.00', total: '0.00' },
      ],
    },
  });
  world.pass(days(1));
  expect((await overview(ann)).income.sources[5]).toEqual({ source: 'new_user', today: '0.00', total: '10000.00' });
});

test("grants are not results: today's and the total income count only trading and products", async () => {
  const sources = {
    prices: async () => new Map(),
    committed: [],
    earnings: {
      ...nothingEarned,
      contracts: { ...none, sums: async () => ({ today: -12_000_000n, total: -33_000_000n }) },
      spot: { ...none, sums: async () => ({ today: 2_000_000n, total: 3_000_000n }) },
      machine: { ...none, sums: async () => ({ today: -2_000_000n, total: -5_000_000n }) },
    },
  };
  const world = await newWorld({
    routes: (all) => [
      ...all.filter((route) => !route.endpoint.path.startsWith('/index/assets/')),
      ...routesWith(sources),
    ],
  });
  const ann = await world.person();
  const book = (kind: 'product_income' | 'lower_level_income', amount: bigint) => {
    const moves = [{ from: systemAccount('house', 'USDT'), to: walletOf(ann.number, 'fund', 'USDT'), amount }];
    return step(world.owner, (tx) => post(tx, world.clock(), { kind, ref: newId(), moves }));
  };
  expect((await overview(ann)).income).toMatchObject({ today: '-12.00', total: '-35.00' });
  await book('product_income', 4_000_000n);
  await book('lower_level_income', 1_000_000n);
  expect((await overview(ann)).income).toEqual({
    today: '-8.00',
    total: '-31.00',
    sources: [
      { source: 'contracts', today: '-12.00', total: '-33.00' },
      { source: 'options', today: '0.00', total: '0.00' },
      { source: 'spot', today: '2.00', total: '3.00' },
      { source: 'product', today: '4.00', total: '4.00' },
      { source: 'machine', today: '-2.00', total: '-5.00' },
      { source: 'new_user', today: '10000.00', total: '10000.00' },
      { source: 'lower_level', today: '1.00', total: '1.00' },
    ],
  });
});

test('the grant is a setting and can be zero', async () => {
  const world = await newWorld();
  await setMoney(world, { welcome_grant: 2_500_000n });
  expect(await wallet(await world.person(), 'fund')).toEqual([{ currency: 'USDT', amount: '2.50' }]);
  await setMoney(world, { welcome_grant: 0n });
  expect(await wallet(await world.person(), 'fund')).toEqual([{ currency: 'USDT', amount: '0.00' }]);
});

test('a refused registration grants nothing', async () => {
  const world = await newWorld();
  await world.person({ username: 'ann' });
  await expect(world.registered({ username: 'ANN' })).rejects.toThrow('username_taken');
  expect(await world.db.selectFrom('account').select('id').execute()).toHaveLength(1);
});

test('transfers between own wallets are immediate, once per tap, and never exceed the balance', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const id = newId();
  expect(await move(ann, '2500.5', 'fund', 'contract', id)).toEqual({ code: 200, msg: 'Success', data: { id } });
  expect((await move(ann, '2500.50', 'fund', 'contract', id)).code).toBe(200); // the tap is retried
  expect(await wallet(ann, 'fund')).toEqual([{ currency: 'USDT', amount: '7499.50' }]);
  expect(await wallet(ann, 'contract')).toEqual([{ currency: 'USDT', amount: '2500.50' }]);
  for (const [amount, from, to] of [
    ['1', 'fund', 'contract'],
    ['2500.5', 'fund', 'spot'],
    ['2500.5', 'spot', 'contract'],
  ] as const) {
    expect(await move(ann, amount, from, to, id)).toMatchObject({ code: 409, data: { reason: 'id_used' } });
  }
  expect(await move(ann, '7499.500001')).toMatchObject({ code: 400, data: { reason: 'insufficient_balance' } });
  expect(await move(ann, '0.000001', 'options', 'spot')).toMatchObject({
    code: 400,
    data: { reason: 'insufficient_balance' },
  });
  for (const [from, to] of [
    ['contract', 'spot'],
    ['spot', 'options'],
    ['options', 'financial'],
    ['financial', 'fund'],
  ] as const) {
    expect((await move(ann, '2500.5', from, to)).code).toBe(200);
  }
  expect((await overview(ann)).total).toEqual({ usdt: '10000.00', cny: '72000.00' });
  for (const [from, to] of [
    ['fund', 'fund'],
    ['fund', 'cash'],
    ['cash', 'fund'],
    ['fund', 'house'],
    ['fund', null],
  ]) {
    expect(await move(ann, '1', from!, to as never)).toMatchObject({ code: 400, data: { reason: 'bad_input' } });
  }
  expect((await world.visitor().call(protocol.transfer, { id, from: 'fund', to: 'spot', amount: '1' })).code).toBe(401);
});

test('fifty simultaneous taps never move more than the balance', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const codes = (await Promise.all(Array.from({ length: 50 }, () => move(ann, '300')))).map((answer) => answer.code);
  expect(codes.filter((code) => code === 200)).toHaveLength(33);
  expect(await wallet(ann, 'fund')).toEqual([{ currency: 'USDT', amount: '100.00' }]);
});

test('exchanges use the displayed rate in both directions, rounded down', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const id = newId();
  expect(await swap(ann, 'USDT', '100.123456', '7.20', id)).toMatchObject({
    code: 200,
    data: { id, received: '720.88' },
  });
  expect(await wallet(ann, 'cash')).toEqual([{ currency: 'CNY', amount: '720.88' }]);
  expect(await swap(ann, 'CNY', '720.88')).toMatchObject({ code: 200, data: { received: '100.122222' } });
  expect(await wallet(ann, 'fund')).toEqual([{ currency: 'USDT', amount: '9999.998766' }]);
  expect((await swap(ann, 'USDT', '0.001388')).data.reason).toBe('amount_too_small');
  expect((await swap(ann, 'CNY', '0.01')).data.reason).toBe('insufficient_balance');
  expect((await swap(ann, 'USDT', '10000')).data.reason).toBe('insufficient_balance');
  expect((await swap(ann, 'USDT', '1', '7.21')).data.reason).toBe('rate_changed');
  await setMoney(world, { cny_rate: 73_000n });
  expect(await swap(ann, 'USDT', '1', '7.20')).toMatchObject({ code: 409, data: { reason: 'rate_changed' } });
  expect((await swap(ann, 'USDT', '1', '7.30')).data.received).toBe('7.30');
  // A tap that is retried after the rate changed returns the original amount.
  expect(await swap(ann, 'USDT', '100.123456', '7.20', id)).toMatchObject({
    code: 200,
    data: { id, received: '720.88' },
  });
  expect((await swap(ann, 'USDT', '5', '7.30', id)).data.reason).toBe('id_used');
  expect((await swap(ann, 'CNY', '5', '7.30', id)).data.reason).toBe('id_used');
  expect((await swap(ann, 'USDT', '1', 'free')).data.reason).toBe('bad_input');
  expect((await swap(ann, 'CNY', '1.001')).data.reason).toBe('bad_input');
});

test('totals count cash at the rate, coins at their price, and committed money', async () => {
  const sources = {
    prices: async () => new Map([['BTC', { price: 6_400_000n, decimals: 2 }]] as const),
    committed: [
      async (_: unknown, owner: bigint) =>
        owner > 0n
          ? [{ account: 'committed_contracts' as const, currency: 'USDT' as const, amount: 1_000_000_000n }]
          : [],
    ],
    earnings: {
      ...nothingEarned,
      options: { ...none, sums: async () => ({ today: -7_500_000n, total: -10_500_000_000n }) },
    },
  };
  const world = await newWorld({
    routes: (all) => [
      ...all.filter((route) => !route.endpoint.path.startsWith('/index/assets/')),
      ...routesWith(sources),
    ],
  });
  const ann = await world.person();
  await world.give(ann, 'spot', 'BTC', 12_500_000n); // 0.125 at 64,000
  await world.give(ann, 'spot', 'ETH', 12_500_000n); // has no price yet
  await world.give(ann, 'cash', 'CNY', 144_000n);
  await move(ann, '500');
  const all = await overview(ann);
  expect(all).toMatchObject({
    total: { usdt: '19200.00', cny: '138240.00' },
    totalFunds: { usdt: '9700.00' },
    totalSpot: { usdt: '8000.00', cny: '57600.00' },
    totalContract: { usdt: '1500.00' },
    committed: [{ account: 'committed_contracts', usdt: '1000.00', share: 521 }],
    income: { today: '-7.50', total: '-10500.00' },
  });
  expect(all.wallets.find((one) => one.wallet === 'spot')).toEqual({
    wallet: 'spot',
    usdt: '8000.00',
    share: 4167,
    balances: [
      { currency: 'USDT', amount: '0.00' },
      { currency: 'BTC', amount: '0.125' },
      { currency: 'ETH', amount: '0.125' },
    ],
  });
  expect([...all.wallets, ...all.committed].reduce((sum, part) => sum + part.share, 0)).toBe(10_000);
});

test('shares add up to a hundred percent, and none is off by more than a hundredth of a percent', () => {
  expect(sharesOf([0n, 0n])).toEqual([0, 0]);
  expect(sharesOf([1n, 1n, 1n])).toEqual([3334, 3333, 3333]);
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 8 }), (values) => {
      const total = values.reduce((a, b) => a + b, 0n);
      const shares = sharesOf(values);
      expect(shares.reduce((a, b) => a + b, 0)).toBe(total === 0n ? 0 : 10_000);
      shares.forEach((share, place) => {
        const exact = total === 0n ? 0 : Number((values[place]! * 10_000n) / total);
        expect(Math.abs(share - exact)).toBeLessThanOrEqual(1);
      });
    }),
  );
});

test('invalid amounts are refused at the edge and never reach the database', async () => {
  const untouchable = new Proxy({}, { get: () => expect.unreachable('the database was asked') }) as never;
  const [, , transfer, exchange] = routesWith({
    prices: untouchable,
    committed: untouchable,
    earnings: untouchable,
  });
  const authenticated = { userId: newId(), number: 7n, sessionId: newId(), frozen: false };
  const ask = (route: typeof transfer, body: unknown) =>
    route!.handle({
      db: untouchable,
      now: new Date(),
      locale: 'en-US',
      address: '',
      device: '',
      cookie: undefined as never,
      file: untouchable,
      publish: () => {},
      browser: undefined as never,
      limits: async () => 0,
      authenticated,
      body,
    });
  const bad = [
    'NaN',
    '1e400',
    '-0',
    '0x10',
    '1.0000001',
    '１００',
    ['1'],
    [1],
    {},
    '100000000000000000',
    '1234567890123456.1',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '',
    '0',
    '0.00',
    null,
    undefined,
    1,
    0,
    true,
    '1,5',
    '.5',
    '5.',
    '00',
    '1\u0000',
  ];
  const anything = fc
    .oneof(fc.anything(), fc.double(), fc.bigInt().map(String), fc.string())
    .filter((value) => !(typeof value === 'string' && /^\d{1,15}(\.\d{1,6})?$/.test(value)));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...bad) }, { weight: 3, arbitrary: anything }),
      async (amount) => {
        const id = newId();
        const bodies = [
          [transfer, { id, from: 'fund', to: 'spot', amount }],
          [exchange, { id, from: 'USDT', rate: '7.20', amount }],
          [exchange, { id, from: 'CNY', rate: '7.20', amount }],
          [exchange, { id, from: 'USDT', rate: amount, amount: '1' }],
        ] as const;
        for (const [route, body] of bodies)
          expect(await ask(route, body)).toMatchObject({ code: 400, data: { reason: 'bad_input' } });
      },
    ),
    { numRuns: 300, examples: bad.map((value): [unknown] => [value]) },
  );
});

test("every number leads to its postings: both legs, filters, pages, and only the user's own", async () => {
  const world = await newWorld();
  const ann = await world.person();
  const bob = await world.person();
  world.pass(seconds(1));
  await move(ann, '100');
  world.pass(days(1));
  await swap(ann, 'USDT', '10');
  const gift = {
    from: walletOf(bob.number, 'fund', 'USDT'),
    to: walletOf(ann.number, 'fund', 'USDT'),
    amount: 5_000_000n,
  };
  await step(world.owner, (tx) => post(tx, world.clock(), { kind: 'member_transfer', ref: newId(), moves: [gift] }));
  const read = async (input: object = {}, person = ann) => (await person.call(protocol.getStatement, input)).data;
  const words = (page: Awaited<ReturnType<typeof read>>) =>
    page.list.map(
      (line) =>
        `${line.kind} ${line.wallet} ${line.amount} ${line.currency} ${line.legs.map((leg) => `${leg.account} ${leg.amount}`).join(' > ')}`,
    );
  const all = await read();
  expect(words(all)).toEqual([
    'member_transfer fund 5.00 USDT member -5.00 > fund 5.00',
    'exchange cash 72.00 CNY house -72.00 > cash 72.00',
    'exchange fund -10.00 USDT fund -10.00 > house 10.00',
    'wallet_transfer fund -100.00 USDT fund -100.00 > contract 100.00',
    'welcome_grant fund 10000.00 USDT house -10000.00 > fund 10000.00',
  ]);
  expect(all.next).toBeNull();
  expect(all.list.at(-1)).toMatchObject({ at: '2026-11-15T12:00:00.000Z', ref: ann.info.id });
  expect(words(await read({ wallet: 'cash' }))).toEqual([words(all)[1]]);
  expect(words(await read({ wallet: 'contract' }))).toEqual([
    'wallet_transfer contract 100.00 USDT fund -100.00 > contract 100.00',
  ]);
  expect(words(await read({ wallet: 'fund', kinds: ['exchange', 'welcome_grant'] }))).toEqual([
    words(all)[2],
    words(all)[4],
  ]);
  expect(words(await read({ from: '2026-11-16' }))).toEqual(words(all).slice(0, 3));
  expect(words(await read({ until: '2026-11-15' }))).toEqual(words(all).slice(3));
  expect(words(await read({ from: '2026-11-15', until: '2026-11-15', wallet: 'fund' }))).toEqual([
    words(all)[3],
    words(all)[4],
  ]);
  expect(words(await read({ kinds: incomeKinds.new_user }))).toEqual([words(all)[4]]);
  const paged: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await read({ limit: 4, ...(before && { before }) });
    expect(page.list.length).toBeLessThanOrEqual(4);
    paged.push(...words(page));
    before = page.next;
  }
  expect(paged).toEqual(words(all));
  expect(words(await read({}, bob))).toEqual([
    'member_transfer fund -5.00 USDT fund -5.00 > member 5.00',
    'welcome_grant fund 10000.00 USDT house -10000.00 > fund 10000.00',
  ]);
  for (const input of [
    { limit: 51 },
    { limit: 0 },
    { before: '-1' },
    { before: '9'.repeat(19) },
    { wallet: 'house' },
    { kinds: [] },
    { from: 'yesterday' },
    { from: '2026-02-30' },
  ]) {
    expect(await ann.call(protocol.getStatement, input as never)).toMatchObject({
      code: 400,
      data: { reason: 'bad_input' },
    });
  }
});

test("the statement's lines add up to the balances", async () => {
  const world = await newWorld();
  const ann = await world.person();
  for (const amount of ['1.5', '20', '0.000001']) await move(ann, amount);
  await swap(ann, 'USDT', '12.34');
  for (const { wallet, balances } of (await overview(ann)).wallets) {
    const { list } = (await ann.call(protocol.getStatement, { limit: 50, wallet })).data;
    for (const { currency, amount } of balances) {
      const lines = list.filter((line) => line.currency === currency);
      expect(lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 1e6), 0)).toBe(
        Math.round(Number(amount) * 1e6),
      );
    }
  }
});

test('each line of the statement has the balance after it, with any filter and page', async () => {
  const world = await newWorld();
  const ann = await world.person();
  for (const amount of ['1.5', '20', '0.000001', '300']) await move(ann, amount);
  await swap(ann, 'USDT', '12.34');
  await move(ann, '21', 'contract', 'fund');
  const pages = async (asked: object) => {
    const found = [];
    let before: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof statementOf>> = await statementOf({ ...asked, ...(before && { before }) });
      found.push(...page.list);
      before = page.next;
    } while (before);
    return found;
  };
  const statementOf = async (asked: object) => (await ann.call(protocol.getStatement, { limit: 2, ...asked })).data;
  const ofEach = [];
  for (const wallet of wallets) ofEach.push(...(await pages({ wallet })));
  const all = ofEach.toSorted((a, b) => Number(b.id) - Number(a.id));
  // Added up from the first line of each wallet and currency.
  const held = new Map<string, bigint>();
  for (const { wallet, currency, amount, balance } of all.toReversed()) {
    const key = `${wallet} ${currency}`;
    held.set(key, (held.get(key) ?? 0n) + unitsAt(amount, 6));
    expect(unitsAt(balance, 6), key).toBe(held.get(key));
  }
  expect(all[0]).toMatchObject({ kind: 'wallet_transfer' });
  const gains = (amount: string) => !amount.startsWith('-');
  expect(await pages({})).toEqual(all.filter(({ kind, amount }) => kind !== 'wallet_transfer' || !gains(amount)));
  expect(await pages({ kinds: ['exchange'] })).toEqual(all.filter(({ kind }) => kind === 'exchange'));
});

test('the CSV statement has the Simulated mark, supports every language and is bounded', async () => {
  const world = await newWorld();
  const ann = await world.person();
  world.pass(seconds(1));
  const id = newId();
  await move(ann, '100', 'fund', 'contract', id);
  const note = 'Glasshouse - Simulated: paper money only';
  const { data } = await ann.call(protocol.getStatementCsv, { wallet: 'fund' });
  expect(data).toEqual({
    filename: 'statement-simulated-2026-11-15.csv',
    complete: true,
    csv:
      '\uFEFFTime (UTC),Kind,Wallet,Currency,Amount,Balance,Other side,Id,Note\r\n' +
      `2026-11-15 12:00:01,Transfer between wallets,Funding,USDT,-100.00,9900.00,Contract,${id},${note}\r\n` +
      `2026-11-15 12:00:00,Welcome grant,Funding,USDT,10000.00,10000.00,House,${ann.info.id},${note}\r\n`,
  });
  const texts = [];
  for (const locale of locales) {
    const answer = await ann.raw(protocol.getStatementCsv, {}, { think_lang: locale });
    texts.push(answer.json().data.csv.split('\r\n')[0]);
  }
  expect(new Set(texts).size).toBe(locales.length);
  const fund = walletOf(ann.number, 'fund', 'USDT');
  await step(world.owner, async (tx) => {
    const { postBatch } = await import('../ledger/ledger.ts');
    await postBatch(
      tx,
      world.clock(),
      Array.from({ length: 5000 }, () => ({
        kind: 'top_up' as const,
        ref: newId(),
        moves: [{ from: systemAccount('external', 'USDT'), to: fund, amount: 1n }],
      })),
    );
  });
  const long = (await ann.call(protocol.getStatementCsv, { wallet: 'fund' })).data;
  expect(long.complete).toBe(false);
  expect(long.csv.trimEnd().split('\r\n')).toHaveLength(1 + 5000);
});

test('the kinds that count as income are those that the books tally', async () => {
  const world = await newWorld();
  const rows = await world.db
    .selectFrom('posting_kind')
    .select(['name', 'income'])
    .where('income', 'is not', null)
    .execute();
  const named = Object.entries(incomeKinds).flatMap(([income, kinds]) => kinds.map((name) => ({ name, income })));
  expect(named.sort((a, b) => a.name.localeCompare(b.name))).toEqual(rows.sort((a, b) => a.name.localeCompare(b.name)));
});
