import { coins, partsPerUnit } from '@glasshouse/protocol/market/coins';
import { parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/options/calls';
import { bidOf, premiumOf } from '@glasshouse/protocol/options/quote';
import {
  checkBid,
  checkOption,
  checkQuote,
  optionBid,
  optionQuote,
  optionTerms,
} from '@glasshouse/protocol/options/slip';
import { expect, test } from 'vitest';
import { lively, tradeOptions } from '../../test/options.ts';
import { orderIdAt } from '../../test/order-id.ts';
import { checkBooks } from '../ledger/proof.ts';

const reasonOf = (answer: { data?: unknown }) => (answer.data as { reason?: string } | null)?.reason;

test('a quote is signed, follows from the tape, and is what one buys at; the end is the tick of its slot', async () => {
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

test('an option is sold back at its signed bid, once, and a late or a wrong bid is refused', async () => {
  const { world, trader, tick, quote, buy } = await tradeOptions();
  const { order } = await buy((await quote()).call);
  await tick(...lively(4));
  const bid = (await trader.call(protocol.bidOption, { id: order.id })).data as protocol.Bid;
  const read = optionBid(bid, 'BTC')!;
  expect(await checkBid(read, bid)).toBe(true);
  const option = optionTerms(order, '00'.repeat(32))!;
  expect(read.amount).toBe(bidOf(option, read, order.dueSlot - read.slot));
  const sell = (amount: string, slot = bid.slot) =>
    trader.call(protocol.sellOption, { id: order.id, slot, amount } as never);
  expect(reasonOf(await sell('9999.00'))).toBe('quote_expired');
  const [one, two] = await Promise.all([sell(bid.amount), sell(bid.amount)]);
  expect([one.code, two.code]).toEqual([200, 200]);
  expect((one.data as { order: protocol.OptionOrder }).order).toMatchObject({ outcome: 'sold', payout: bid.amount });
  expect(reasonOf(await sell(bid.amount, bid.slot - 1))).toBe('order_ended');
  const { order: second } = await buy((await quote()).put);
  const old = (await trader.call(protocol.bidOption, { id: second.id })).data as protocol.Bid;
  await tick(...lively(12));
  const late = await trader.call(protocol.sellOption, { id: second.id, slot: old.slot, amount: old.amount } as never);
  expect(reasonOf(late)).toBe('quote_expired');
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('what is not offered, has run out or was changed is refused; the same tap again answers the same order', async () => {
  const { trader, tick, quote, taking, world } = await tradeOptions();
  const { call } = await quote();
  const buy = (change: object, id = orderIdAt(world.clock())) =>
    trader.call(protocol.buyOption, { ...taking(call), id, ...change } as never);
  expect(reasonOf(await buy({ premium: '1.00' }))).toBe('quote_expired');
  expect(reasonOf(await buy({ seconds: 61 }))).toBe('terms_changed');
  expect(reasonOf(await buy({ strike: '1.00' }))).toBe('terms_changed');
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

test('two hundred buyers at the edge never pass the limit of a coin', async () => {
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

test('the database knows the coins as the protocol does', async () => {
  const { world } = await tradeOptions();
  const rows = await world.db.selectFrom('coin_unit').selectAll().orderBy('symbol').execute();
  expect(rows).toEqual(coins.map(({ id }) => ({ symbol: id, parts: partsPerUnit(id) })));
});
