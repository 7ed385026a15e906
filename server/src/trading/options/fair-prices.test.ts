import { coins } from '@glasshouse/protocol/market/coins';
import { dayOf, slotsPerDay, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import { parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/options/calls';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import { bidOf, type PriceInputs, premiumOf } from '@glasshouse/protocol/options/quote';
import { clockLives, flashLives, lifeSlots, type Option } from '@glasshouse/protocol/options/terms';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeMinutes } from '#evidence/market/candles.ts';
import { makeDay } from '#evidence/market/tape-sql.ts';
import { newId } from '#platform/database/ids.ts';
import { openSigner } from '#platform/security/signer.ts';
import { callerIn } from '../../../test/database-caller.ts';
import { generatePrices } from '../../../test/generated-prices.ts';
import { lively, tradeOptions } from '../../../test/options.ts';
import { newSigningKey } from '../../../test/signing-key.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { createOpener } from './opening/open.ts';
import { optionsWallet } from './orders.ts';
import { createPricer } from './pricer.ts';

/** A site whose prices are made by generator 3, with a trader. */
async function tradeMade() {
  const options = await tradeOptions();
  const { world, tape, tick, slot } = options;
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, 2)`.execute(world.owner);
  const drawn = await generatePrices(tape, slot() + 1);
  await tick(...drawn.prices(4));
  const { call } = await callerIn({ world });
  return { ...options, call: (statement: string) => call('glasshouse_app', statement), drawn };
}

test('options on generated prices use the volatility of the generator, beginning with the first tick', async () => {
  const { quote, slot } = await tradeMade();
  for (const seconds of [60, 900]) {
    const { call } = await quote({ seconds });
    expect(call).toMatchObject({ model: 3, volatility: meanVolatility(coins[0]!, slot(), 2 * seconds) });
  }
});

test('the database opens an option only at its fair price', async () => {
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
  // The minimum premium; a little less or more than the price; the price by another volatility or model.
  for (const wrong of [100_000n, (fair * 99n) / 100n, (fair * 101n) / 100n]) expect(await open(wrong)).toBe('refused');
  for (const volatility of [quoted.volatility / 2, quoted.volatility - 2, quoted.volatility + 2].map(Math.floor))
    expect(await open(fair, { volatility })).toBe('refused');
  for (const model of [1, 2]) expect(await open(fair, { model })).toBe('refused');
  expect((await buy(quoted)).order.premium).toBe(quoted.premium);
});

test('the database pays no more than the fair value for an option that is sold back', async () => {
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

test('the database computes the same volatilities and prices as the protocol', async () => {
  const { owner } = await newWorld();
  for (const coin of coins)
    for (const seconds of [...flashLives, ...clockLives]) {
      const slot = 20_500 * slotsPerDay + coin.id * 7919 * seconds;
      const slots = lifeSlots(seconds, slot);
      const volatility = meanVolatility(coin, slot, slots);
      const by: PriceInputs = { slot, price: coin.start, volatility, model: 3 };
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

/**
 * A tape of random steps for each of the first coins: ticks of the last quarter of an hour, and a few in each earlier
 * minute.
 */
const tapes: Record<string, { step?: number; keeps?: number; minutes?: number; jump?: number }> = {
  lively: { step: 3e-4 },
  calm: { step: 2e-6 },
  still: { step: 0 },
  'with gaps': { step: 1e-4, keeps: 0.3 },
  'with a jump': { step: 5e-5, jump: 0.05 },
  'an hour old': { step: 1e-4, minutes: 60 },
  'too young': { step: 1e-4, minutes: 0.2 },
};
function randomTape(last: number, { step = 0, keeps = 1, minutes = 1600, jump = 0 }: (typeof tapes)[string]) {
  let [log, state] = [Math.log(6_400_000), 12_345];
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const made: { slot: number; price: number }[] = [];
  for (let slot = last - Math.floor(minutes * slotsPerMinute); slot <= last; slot++) {
    if (slot < last - 15 * slotsPerMinute && slot % 41 !== 0) continue;
    log += step * (2 * random() - 1) + (slot === last - 50 ? jump : 0);
    if (slot === last || random() < keeps) made.push({ slot, price: Math.round(Math.exp(log)) });
  }
  return made;
}

test.each([17, 1079, 1199])(
  'the database estimates the same volatilities as the protocol, in slot %i of ten minutes',
  async (inStretch) => {
    const world = await newWorld();
    const tape = await openTape(world);
    await makeDay(tape.db, dayOf(tape.now()) - 2);
    const slot = tape.now() - (tape.now() % 1200) - 1200 + inStretch;
    const ticks = Object.values(tapes).flatMap((of, i) =>
      randomTape(slot, of).map((tick) => ({ symbol: i + 1, ...tick })),
    );
    await sql`insert into tick (symbol, slot, price, volume, hash)
    select (tick ->> 'symbol')::integer, (tick ->> 'slot')::bigint, (tick ->> 'price')::bigint, 1, sha256('')
    from jsonb_array_elements(${JSON.stringify(ticks)}::jsonb) as tick`.execute(world.owner);
    const estimates = async () => {
      const found = [];
      const pricer = createPricer();
      for (const [i, name] of Object.keys(tapes).entries()) {
        const ground = (await pricer.at(world.db, i + 1, slot, world.clock()))!;
        for (const seconds of [...flashLives, ...clockLives]) {
          const slots = lifeSlots(seconds, slot);
          const right = ground.priceInputs(slots, 2)?.volatility ?? null;
          const { rows } = await sql<{ estimate: number | null; accepted: (boolean | null)[] }>`
          select estimated_volatility(${i + 1}, ${slot}, ${slots}) as estimate, array(
            select is_volatility_right(${i + 1}, model::smallint, (${right}::integer * factor)::integer, ${slot}, ${slots})
            from unnest(array[1, 2]) as model, unnest(array[1, 0.99, 1.01]) as factor) as accepted`.execute(
            world.owner,
          );
          found.push({ name, seconds, right, ...rows[0]! });
        }
      }
      return found;
    };
    const minute = Math.floor(slot / slotsPerMinute);
    // Minutes are closed late: the database reads the open ones from the ticks.
    for (const closed of [minute - 700, minute + 1]) {
      await closeMinutes(
        tape.db,
        coins.map(({ id }) => id),
        closed,
      );
      for (const { name, seconds, right, estimate, accepted } of await estimates()) {
        const what = `${name}, ${seconds} s`;
        if (name === 'too young') expect([right, estimate], what).toEqual([null, null]);
        else {
          expect(Math.abs(estimate! - right!), what).toBeLessThanOrEqual(1 + right! * 1e-6);
          expect(accepted, what).toEqual([true, false, false, true, false, false]);
        }
      }
    }
  },
);

async function middleStrike(trader: Awaited<ReturnType<typeof tradeOptions>>['trader'], seconds: number) {
  const { clock } = (await trader.call(protocol.showBoard, { symbol: 'BTC' })).data as protocol.Board;
  const { strikes } = clock.find((life) => life.seconds === seconds)!;
  return strikes[Math.floor(strikes.length / 2)]!;
}

test('on prices from outside, the database opens and buys back options only at the estimated price', async () => {
  const { world, trader, quote, buy, sell, tick } = await tradeOptions();
  const { call } = await callerIn({ world });
  const quoted = (await quote({ size: '1', seconds: 604_800, strike: await middleStrike(trader, 604_800) })).call;
  expect([quoted.model, quoted.rule]).toEqual([1, 1]);
  const at = () => new Date(world.clock()).toISOString();
  const [price, strike] = [quoted.price, quoted.strike].map((text) => parseUnits(text, 'USDT')! / 10_000n) as [
    bigint,
    bigint,
  ];
  const option: Option = { symbol: 1, side: 'call', strike, size: 100_000_000n };
  const slots = quoted.dueSlot! - quoted.slot;
  const open = ({ volatility = quoted.volatility, model = quoted.model }: Partial<protocol.SignedQuote>) => {
    const fair = premiumOf(option, { slot: quoted.slot, price, volatility, model }, slots, quoted.spreadBp);
    return call(
      'glasshouse_app',
      `open_options('${at()}', '{1,2}', array[${optionsWallet(trader.number)}], array['${newId()}'::uuid], '{1}',
      array[${fair}], '{604800}', '{true}', array[${strike}], array[100000000::bigint], array[${quoted.slot}], array[${price}], '{${volatility}}',
      '{${model}}', array[${quoted.spreadBp}], null, 3::smallint)`,
    );
  };
  expect(await open({})).toContain('option_order');
  for (const volatility of [50_000, 0.99 * quoted.volatility, 1.01 * quoted.volatility].map(Math.floor))
    expect(await open({ volatility })).toBe('refused');
  // Generated prices rise on average. These do not.
  expect(await open({ model: 2 })).toBe('refused');

  const { order } = await buy(quoted);
  await tick(...lively(4));
  const bid = (await trader.call(protocol.bidOption, { id: order.id })).data as {
    slot: number;
    price: string;
    volatility: number;
  };
  const sold = (volatility: number) => {
    const by = { ...bid, price: parseUnits(bid.price, 'USDT')! / 10_000n, volatility, model: 1 };
    const fair = bidOf(option, by, order.dueSlot - bid.slot);
    return call(
      'glasshouse_app',
      `sell_option_now('${at()}', ${optionsWallet(trader.number)}, '${order.id}', ${bid.slot}, ${volatility}, ${fair})`,
    );
  };
  expect(await sold(bid.volatility)).toContain('option_order');
  for (const volatility of [5_000_000, Math.floor(1.01 * bid.volatility)])
    expect(await sold(volatility)).toBe('refused');
  expect((await sell(order.id)).code).toBe(200);
});

test('a quote is refused once the newest tick makes the option worth more than it costs', async () => {
  const { world, trader, quote, taking, tick, slot } = await tradeOptions();
  const { call } = await quote({ seconds: 3600, strike: await middleStrike(trader, 3600) });
  const pricer = createPricer();
  const stale = await pricer.at(world.db, 1, slot(), world.clock());
  // It would pay less now than it costs, but it is worth more.
  await tick(6_440_000);
  // A tick arrives between the check and the order.
  const late = { ...pricer, newest: () => Promise.resolve(stale) };
  const opener = createOpener({
    db: world.db,
    clock: world.clock,
    signer: openSigner(newSigningKey()),
    pricer: late,
  });
  const answer = await opener.open(BigInt(trader.number), protocol.buyOption.input.parse(taking(call)));
  expect(answer).toMatchObject({ ok: false, error: 'quote_expired' });
  expect(await world.db.selectFrom('option_order').selectAll().execute()).toEqual([]);

  const units = (text: string) => parseUnits(text, 'USDT')!;
  const { rows } =
    await sql`select * from open_options(${world.clock()}, '{1,2}', array[${optionsWallet(trader.number)}::bigint],
    array[${newId()}::uuid], '{1}', array[${units(call.premium)}::bigint], '{3600}', '{true}', array[${units(call.strike) / 10_000n}::bigint],
    array[50000000::bigint], array[${call.slot}::bigint], array[${units(call.price) / 10_000n}::bigint], array[${call.volatility}::integer],
    array[${call.model}::smallint], array[${call.spreadBp}::integer], null, 3::smallint)`.execute(world.db);
  expect(rows).toEqual([]);
});
