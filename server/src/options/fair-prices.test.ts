import { coins } from '@glasshouse/protocol/market/coins';
import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import type * as protocol from '@glasshouse/protocol/options/calls';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import { bidOf, premiumOf, type Reckoned } from '@glasshouse/protocol/options/quote';
import { clockLives, flashLives, lifeSlots, type Option } from '@glasshouse/protocol/options/terms';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callerIn } from '../../test/database-caller.ts';
import { drawPrices } from '../../test/drawn.ts';
import { tradeOptions } from '../../test/options.ts';
import { newWorld } from '../../test/world.ts';
import { newId } from '../platform/ids.ts';
import { optionsWallet } from './orders.ts';

/** A site whose prices are made by generator 3, with somebody who trades. */
async function tradeMade() {
  const options = await tradeOptions();
  const { world, tape, tick, slot } = options;
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, 2)`.execute(world.owner);
  const drawn = await drawPrices(tape, slot() + 1);
  await tick(...drawn.prices(4));
  const { call } = await callerIn({ world });
  return { ...options, call: (statement: string) => call('glasshouse_app', statement), drawn };
}

test('options on our own prices are priced by the volatility of the generator, from the first tick on', async () => {
  const { quote, slot } = await tradeMade();
  for (const seconds of [60, 900]) {
    const { call } = await quote({ seconds });
    expect(call).toMatchObject({ model: 3, volatility: meanVolatility(coins[0]!, slot(), 2 * seconds) });
  }
});

test('the database opens an option only for what it is worth', async () => {
  const { quote, call, world, trader, buy } = await tradeMade();
  const quoted = (await quote({ size: '1' })).call;
  const at = new Date(world.clock()).toISOString();
  const fair = parseUnits(quoted.premium, 'USDT')!;
  const price = parseUnits(quoted.price, 'USDT')! / 10_000n;
  const open = (
    premium: bigint,
    { volatility = quoted.volatility, model = quoted.model }: Partial<protocol.SignedQuote> = {},
  ) =>
    call(`open_options('${at}', '{1,2}', array[${optionsWallet(trader.number)}], array['${newId()}'::uuid], '{1}', array[${premium}], '{60}', '{true}',
      array[${price}], array[100000000::bigint], array[${quoted.slot}], array[${price}], '{${volatility}}', '{${model}}', array[${quoted.spreadBp}], null,
      3::smallint)`);
  expect(await open(fair)).toContain('option_order');
  // The least premium there is; a little less than the price, or more; by another volatility or model.
  for (const wrong of [100_000n, (fair * 99n) / 100n, (fair * 101n) / 100n]) expect(await open(wrong)).toBe('refused');
  for (const volatility of [quoted.volatility / 2, quoted.volatility - 2, quoted.volatility + 2].map(Math.floor))
    expect(await open(fair, { volatility })).toBe('refused');
  for (const model of [1, 2]) expect(await open(fair, { model })).toBe('refused');
  expect((await buy(quoted)).order.premium).toBe(quoted.premium);
});

test('the database pays for an option that is sold back only what it is worth', async () => {
  const { quote, call, world, trader, buy, sell, slot, shown, tick, drawn } = await tradeMade();
  const { order } = await buy((await quote({ size: '1' })).call);
  await tick(...drawn.prices(3));
  const at = new Date(world.clock()).toISOString();
  const volatility = meanVolatility(coins[0]!, slot(), order.dueSlot - slot());
  const price = BigInt(
    (
      await sql<{ price: string }>`select price::text from tick where symbol = 1 and slot = ${slot()}`.execute(
        world.owner,
      )
    ).rows[0]!.price,
  );
  const option: Option = {
    symbol: 1,
    side: 'call',
    strike: parseUnits(order.strike, 'USDT')! / 10_000n,
    size: 100_000_000n,
  };
  const fair = bidOf(option, { slot: slot(), price, volatility, model: 3 }, order.dueSlot - slot());
  const sold = (amount: bigint, by = volatility) =>
    call(`sell_option_now('${at}', ${optionsWallet(trader.number)}, '${order.id}', ${slot()}, ${by}, ${amount})`);
  expect(await sold(fair)).toContain('option_order');
  for (const wrong of [1n, (fair * 99n) / 100n, (fair * 101n) / 100n, fair * 3n])
    expect(await sold(wrong)).toBe('refused');
  expect(await sold(fair, volatility * 2)).toBe('refused');
  expect((await sell(order.id)).code).toBe(200);
  expect(parseUnits((await shown(order.id)).payout!, 'USDT')).toBe(fair);
});

test('under generator 2 the database refuses an estimate of the volatility far below the mean', async () => {
  const { owner } = await newWorld();
  const slot = 20_500 * slotsPerDay + 5000;
  const known = meanVolatility(coins[0]!, slot, 1200);
  const isRight = async (volatility: number) => {
    const { rows } = await sql<{ right: boolean }>`
      select is_volatility_right(1, 2::smallint, 2::smallint, ${Math.round(volatility)}, ${slot}, 1200) as right`.execute(
      owner,
    );
    return rows[0]!.right;
  };
  for (const share of [0.31, 0.5, 1, 2]) expect(await isRight(known * share), `${share}`).toBe(true);
  for (const share of [0.29, 0.2]) {
    expect(known * share).toBeGreaterThan(50_000); // the least that any model takes
    expect(await isRight(known * share), `${share}`).toBe(false);
  }
});

test('the database computes volatilities and prices as the protocol does', async () => {
  const { owner } = await newWorld();
  for (const coin of coins)
    for (const seconds of [...flashLives, ...clockLives]) {
      const slot = 20_500 * slotsPerDay + coin.id * 7919 * seconds;
      const slots = lifeSlots(seconds, slot);
      const volatility = meanVolatility(coin, slot, slots);
      const by: Reckoned = { slot, price: coin.start, volatility, model: 3 };
      const strike = coin.start + (coin.start * BigInt((coin.id % 5) - 2)) / 50n;
      const side = coin.id % 2 === 0 ? 'call' : 'put';
      const option: Option = { symbol: coin.id, side, strike, size: 10n ** 15n };
      const { rows } = await sql<{ volatility: number; value: number }>`
        select generator_volatility(${coin.id}, ${slot}, ${slots}) as volatility,
          option_value(${side === 'call'}, ${coin.start}, ${strike}, ${volatility}, 3::smallint, ${slots}) * 1e15 / parts as value
        from coin_unit where symbol = ${coin.id}`.execute(owner);
      expect(Math.abs(rows[0]!.volatility - volatility)).toBeLessThanOrEqual(1);
      const fair = Number(premiumOf(option, by, slots, 0));
      expect(Math.abs(rows[0]!.value - Number(bidOf(option, by, slots)))).toBeLessThan(2 + fair * 1e-9);
    }
});
