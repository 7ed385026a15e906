import { coins, partsPerUnit } from '@glasshouse/protocol/market/coins';
import { parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/options/calls';
import { bidOf, premiumOf } from '@glasshouse/protocol/options/quote';
import { checkOption, checkQuote, optionQuote, optionTerms } from '@glasshouse/protocol/options/slip';
import type { Slip } from '@glasshouse/protocol/orders/shapes';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeSlot } from '#evidence/market/writer.ts';
import { checkBooks } from '#money/ledger/proof.ts';
import { plus } from '#platform/runtime/clock.ts';
import { openSigner } from '#platform/security/signer.ts';
import { appRole, inDatabase, ownerRole, urlFor } from '../../../database/prepare.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { lively, tradeOptions } from '../../../test/options.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { newSigningKey } from '../../../test/signing-key.ts';
import { flat } from '../../../test/trade.ts';
import { until } from '../../../test/until.ts';
import { createOpener } from './opening/open.ts';
import { createPricer } from './pricer.ts';

const reasonOf = (answer: { data?: unknown }) => (answer.data as { reason?: string } | null)?.reason;

test('a quote is signed, follows from the tape, and is the purchase price; the option ends by the tick of its slot', async () => {
  const { world, tick, quote, buy, shown, settle } = await tradeOptions();
  const { call, put } = await quote();
  for (const one of [call, put]) expect(await checkQuote(optionQuote(one)!, one)).toBe(true);
  const read = optionQuote(call)!;
  expect(parseUnits(call.premium, 'USDT')).toBe(premiumOf(read, read, 120, call.spreadBp));
  const bought = await buy(call);
  expect(bought.order).toMatchObject({ outcome: null, premium: call.premium, strike: call.strike });
  expect(bought.order.dueSlot).toBe(bought.order.headSlot + 120);
  expect(await checkOption(optionTerms(bought.order, bought.headHash)!, bought.slip)).toBe(true);
  const other = await buy(put);
  await tick(...lively(bought.order.dueSlot - bought.order.headSlot - 1), 6_500_000, 6_500_000);
  await settle();
  const strike = BigInt(call.strike.replace('.', ''));
  const ended = await shown(bought.order.id);
  expect(ended).toMatchObject({ outcome: 'win', exit: { slot: bought.order.dueSlot, price: '65000.00' } });
  // Half a coin, prices in cents, USDT in millionths.
  expect(parseUnits(ended.payout!, 'USDT')).toBe((6_500_000n - strike) * 5000n);
  expect(await shown(other.order.id)).toMatchObject({ outcome: 'lose', payout: '0.00' });
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test("an option is sold back once, by the newest tick, and for no less than its owner's minimum", async () => {
  const { world, trader, tick, quote, buy, sell } = await tradeOptions();
  const { order } = await buy((await quote()).call);
  await tick(...lively(4));
  type Bid = { amount: string; slot: number; volatility: number; model: number };
  const bid = (await trader.call(protocol.bidOption, { id: order.id })).data as Bid;
  await tick(6_410_000);
  expect(reasonOf(await sell(order.id, undefined, '9999.00'))).toBe('quote_expired');
  // A page of the previous release sends the bid that it sells at.
  const asBefore = { id: order.id, slot: bid.slot, amount: bid.amount };
  const [one, two] = await Promise.all([
    sell(order.id, undefined, bid.amount),
    trader.call(protocol.sellOption, asBefore),
  ]);
  expect([one.code, two.code]).toEqual([200, 200]);
  const { order: sold } = one.data as { order: protocol.OptionOrder };
  // The price has risen since the bid: the tick that accepts the sale decides.
  expect(sold).toMatchObject({ outcome: 'sold', sale: { slot: bid.slot + 1, price: '64100.00' } });
  const by = { ...sold.sale!, price: 6_410_000n };
  const option = optionTerms(order, '00'.repeat(32))!;
  expect(parseUnits(sold.payout!, 'USDT')).toBe(bidOf(option, by, order.dueSlot - by.slot));
  expect(Number(sold.payout)).toBeGreaterThan(Number(bid.amount));
  expect(reasonOf(await sell(order.id, undefined, '9999.00'))).toBe('order_ended');
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('the database sells only by the newest tick', async () => {
  const { world, trader, tick, quote, buy, shown } = await tradeOptions();
  const { order } = await buy((await quote()).call);
  await tick(...lively(4));
  const head = order.headSlot + 4;
  const { data } = await trader.call(protocol.bidOption, { id: order.id });
  const { amount, volatility } = data as { amount: string; volatility: number };
  const at = async (slot: number) => {
    const { rows } = await sql<{ sold: boolean }>`select sell_option_now(
      ${world.clock()}, account, id, ${slot}, ${volatility}, ${parseUnits(amount, 'USDT')}) as sold from option_order`.execute(
      world.db,
    );
    return rows[0]!.sold;
  };
  expect([await at(head - 1), await at(head + 1), await at(head), await at(head)]).toEqual([false, false, true, false]);
  expect(await shown(order.id)).toMatchObject({ outcome: 'sold', payout: amount });
});

test('even the owner of the table cannot sell an option by a past tick, or at a price that is not on the tape', async () => {
  const { world, tick, quote, buy, settle, shown } = await tradeOptions();
  const { order } = await buy((await quote()).call);
  await tick(...lively(4));
  const best = order.headSlot + 4;
  await tick(...flat(11));
  const sellAt = (slot: number, price: string) =>
    inDatabase(
      urlFor(world.database, ownerRole),
      `update option_order set result = 5, exit_slot = ${slot}, exit_price = ${price}, sale_volatility = volatility, payout = 1000000,
       settled_at = at + interval '2 seconds'`,
    );
  const priceAt = (slot: number) => `(select price from tick where symbol = 1 and slot = ${slot})`;
  const newest = best + 11;
  for (const [slot, price] of [
    [best, priceAt(best)],
    [newest, '6400001'],
    [newest + 2, '6400000'],
  ] as const)
    await expect(sellAt(slot, price), `${slot} ${price}`).rejects.toThrow('an option is sold by a recent tick');
  await tick(...flat(130));
  await expect(sellAt(newest, priceAt(newest))).rejects.toThrow('an option is sold by a recent tick');
  await settle();
  expect(await shown(order.id)).toMatchObject({ sale: null });
});

test('an option cannot be sold in its last four seconds, so that its sale is logged before its end is known', async () => {
  const { world, trader, tick, quote, buy, sell, shown, settle } = await tradeOptions();
  const [{ order }, { order: kept }] = [await buy((await quote()).call), await buy((await quote()).put)];
  const bidOn = (id: string) => trader.call(protocol.bidOption, { id });
  await tick(...flat(112));
  expect((await bidOn(order.id)).code).toBe(200);
  expect((await sell(order.id)).code).toBe(200);
  await tick(...flat(1));
  expect([reasonOf(await bidOn(kept.id)), reasonOf(await sell(kept.id))]).toEqual(['sale_closed', 'sale_closed']);
  const late = inDatabase(
    urlFor(world.database, ownerRole),
    `update option_order set result = 5, exit_slot = due_slot - 7, exit_price = 6400000, sale_volatility = volatility, payout = 1000000,
     settled_at = at + interval '58 seconds' where id = '${kept.id}'`,
  );
  await expect(late).rejects.toThrow('an option cannot be sold in its last four seconds');
  await tick(...flat(8));
  await settle();
  expect(await shown(kept.id)).toMatchObject({ sale: null, outcome: expect.stringMatching(/win|lose|draw/) });
  expect(reasonOf(await bidOn(kept.id))).toBe('order_ended');
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('no process opens options under older terms, or sells by an outdated view of the tape', async () => {
  const { world, tick, quote, buy } = await tradeOptions();
  const { order } = await buy((await quote()).call);
  await tick(...flat(4));
  const app = (...statements: string[]) => inDatabase(urlFor(world.database, appRole), ...statements);
  const empty = `'{1,2}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', null`;
  for (const version of ['1', '2', '4', 'null'])
    await expect(app(`select open_options(now(), ${empty}, ${version}::smallint)`), version).rejects.toThrow(
      'not opened under terms',
    );
  await expect(app(`select open_options_under(now(), ${empty}, 2::smallint)`)).rejects.toThrow('permission denied');
  const sale = `select sell_option_now('${world.clock().toISOString()}', account, id, ${order.headSlot + 4}, volatility, 1000000) from option_order`;
  await expect(app('begin isolation level repeatable read', sale, 'commit')).rejects.toThrow('sold by a recent tick');
});

test('a page that does not know the terms is asked to reload, and no money is taken', async () => {
  const { trader, quote, taking } = await tradeOptions();
  const { terms: _, ...older } = taking((await quote()).call);
  expect(reasonOf(await trader.call(protocol.buyOption, older as never))).toBe('terms_changed');
  expect((await trader.call(protocol.listPositions, {})).data.orders).toEqual([]);
});

test('a sale whose transaction ends too late is refused because its price is outdated', async () => {
  const { world, tick, quote, buy, sell, shown } = await tradeOptions();
  const { order } = await buy((await quote()).call);
  await tick(...flat(4));
  // Another transaction locks the last row that a sale needs.
  const selling = await world.owner.transaction().execute(async (tx) => {
    await sql`select from option_exposure where symbol = 1 for update`.execute(tx);
    const sale = sell(order.id);
    await until(async () => {
      const { rows } = await sql`
        select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(
        tx,
      );
      return rows.length > 0;
    });
    await tick(...flat(5));
    return { sale };
  });
  expect(reasonOf(await selling.sale)).toBe('quote_expired');
  expect(await shown(order.id)).toMatchObject({ outcome: null });
  expect((await sell(order.id)).code).toBe(200);
  const { rows } = await sql<{ sales: bigint }>`select count(*) as sales from log_sale`.execute(world.db);
  expect(rows[0]!.sales).toBe(1n);
});

test('a held quote gives the buyer no edge: a flash option gets its strike from the tick that accepts it, and no option sells below its value', async () => {
  const { world, trader, tick, quote, taking, buy } = await tradeOptions();
  await tick(6_399_000);
  const flash = await quote();
  const board = (await trader.call(protocol.showBoard, { symbol: 'BTC' })).data as protocol.Board;
  const strike = board.clock[0]!.strikes[2]!;
  await tick(6_401_200);
  const { order, headHash, slip } = await buy(flash.call);
  expect(order).toMatchObject({
    terms: 3,
    premium: flash.call.premium,
    strike: '64012.00',
    headSlot: flash.call.slot + 1,
  });
  expect(await checkOption(optionTerms(order, headHash)!, slip)).toBe(true);
  const answer = (quoted: protocol.SignedQuote) => trader.call(protocol.buyOption, taking(quoted) as never);
  const clock = await quote({ seconds: 3600, strike });
  await tick(6_450_000);
  expect(reasonOf(await answer(clock.call))).toBe('quote_expired');
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('a buyer who has seen the next tick cannot buy by the tick before it, however recently its price was requested', async () => {
  const { world, trader, tape, quote, taking, slot } = await tradeOptions();
  const board = (await trader.call(protocol.showBoard, { symbol: 'BTC' })).data as protocol.Board;
  const { call } = await quote({ seconds: 3600, strike: board.clock[0]!.strikes[4]!, size: '2' });
  await writeSlot(tape.db, tape.tape, [{ symbol: 1, price: 6_403_000n, volume: 1n }], slot() + 1, 'late');
  world.pass(20);
  expect(reasonOf(await trader.call(protocol.buyOption, taking(call) as never))).toBe('quote_expired');
});

test('orders that are checked one by one are written with the head they were checked against', async () => {
  const { world, trader, quote, taking } = await tradeOptions();
  const { call } = await quote();
  const poor = await world.person();
  // A user without money in the same batch makes all of them be checked one by one.
  const answers = await Promise.all(
    [trader, poor, trader].map((one) => one.call(protocol.buyOption, taking(call) as never)),
  );
  expect(answers.map(({ code }) => code)).toEqual([200, 400, 200]);
  const { order, headHash, slip } = answers[0]!.data as { order: protocol.OptionOrder; headHash: string; slip: Slip };
  expect(await checkOption(optionTerms(order, headHash)!, slip)).toBe(true);
});

test('unavailable, expired and changed options are refused; a repeated tap returns the same order', async () => {
  const { trader, tick, quote, taking, world } = await tradeOptions();
  const { call } = await quote();
  const buy = (change: object, id = orderIdAt(world.clock())) =>
    trader.call(protocol.buyOption, { ...taking(call), id, ...change } as never);
  expect(reasonOf(await buy({ premium: '1.00' }))).toBe('quote_expired');
  expect(reasonOf(await buy({ seconds: 61 }))).toBe('terms_changed');
  expect(reasonOf(await buy({ rule: call.rule + 1 }))).toBe('terms_changed');
  // The strike of a flash option can't be chosen, and that of other options can't be left out.
  expect(reasonOf(await buy({ strike: call.strike }))).toBe('terms_changed');
  expect(reasonOf(await buy({ seconds: 3600 }))).toBe('terms_changed');
  expect(reasonOf(await buy({ seconds: 3600, strike: '1.00' }))).toBe('terms_changed');
  expect(reasonOf(await buy({ slot: call.slot - 400 }))).toBe('quote_expired');
  const id = orderIdAt(world.clock());
  const [first, again] = [await buy({}, id), await buy({}, id)];
  expect([first.code, again.code]).toEqual([200, 200]);
  expect((again.data as { slip: unknown }).slip).toEqual((first.data as { slip: unknown }).slip);
  await tick(...lively(12));
  expect((await buy({}, id)).code).toBe(200);
  expect(reasonOf(await buy({}))).toBe('quote_expired');
  expect(reasonOf(await buy({ size: '0.6' }, id))).toBe('quote_expired');
});

test('a premium below the minimum or above the maximum is refused without affecting simultaneous orders', async () => {
  const { trader, quote, taking } = await tradeOptions();
  const sizes = ['0.001', '0.5', '400'];
  const quotes = await Promise.all(sizes.map((size) => quote({ size })));
  const answers = await Promise.all(quotes.map(({ call }) => trader.call(protocol.buyOption, taking(call) as never)));
  expect(answers.map((answer) => reasonOf(answer))).toEqual(['stake_out_of_range', undefined, 'stake_out_of_range']);
});

test('orders are refused with a reason if settings change while they are checked', async () => {
  const { world, trader, quote, taking } = await tradeOptions();
  const { call } = await quote();
  const base = world.clock();
  await setMoney(world, { option_spread_bp: 500, effective_at: plus(base, 200) });
  // The fast path finds no fresh head. Then the orders are checked before the change, and written after it.
  const moments = [0, -10_000, 0].map((ms) => plus(base, ms));
  const clock = () => moments.shift() ?? plus(base, 400);
  const opener = createOpener({ db: world.db, clock, signer: openSigner(newSigningKey()), pricer: createPricer() });
  const input = protocol.buyOption.input.parse(taking(call));
  expect(await opener.open(BigInt(trader.number), input)).toMatchObject({ ok: false, error: 'terms_changed' });
  expect(moments).toEqual([]);
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('two hundred buyers at the limit of a coin never exceed it', async () => {
  const { world, quote, taking } = await tradeOptions();
  const people: Awaited<ReturnType<typeof world.person>>[] = [];
  for (let i = 0; i < 10; i++) people.push(await world.person());
  for (const person of people) await world.give(person, 'options', 'USDT', 20_000_000_000n);
  // Each is about 16,000 USDT of strike times size: seven fit under 120,000.
  await world.owner
    .updateTable('option_exposure')
    .set({ open: 5_000_000_000_000n - 120_000_000_000n })
    .execute();
  const { call } = await quote({ size: '0.25' });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => people[i % 10]!.call(protocol.buyOption, taking(call) as never)),
  );
  const bought = answers.filter(({ code }) => code === 200).length;
  expect(bought).toBe(7);
  expect(new Set(answers.filter(({ code }) => code !== 200).map(reasonOf))).toEqual(new Set(['exposure_limit']));
  const { open } = await world.db
    .selectFrom('option_exposure')
    .select('open')
    .where('symbol', '=', 1)
    .executeTakeFirstOrThrow();
  expect(open <= 5_000_000_000_000n).toBe(true);
});

test('the database has the same coins as the protocol', async () => {
  const { world } = await tradeOptions();
  const rows = await world.db.selectFrom('coin_unit').selectAll().orderBy('symbol').execute();
  expect(rows).toEqual(coins.map(({ id }) => ({ symbol: id, parts: partsPerUnit(id) })));
});
