import { expect, test } from 'vitest';
import { parseDecimal } from '../protocol/src/decimal.ts';
import { coins } from '../protocol/src/market/coins.ts';
import { parseUnits } from '../protocol/src/money.ts';
import { showReceipt } from '../protocol/src/options/calls.ts';
import { meanVolatility } from '../protocol/src/options/mean-volatility.ts';
import { bidOf, premiumOf } from '../protocol/src/options/quote.ts';
import { lastSaleSlot } from '../protocol/src/options/terms.ts';
import { checkReceipt } from '../protocol/src/orders/receipt.ts';
import { trade as spotTrade } from '../protocol/src/spot/calls.ts';
import { inDatabase, ownerRole, urlFor } from '../server/database/prepare.ts';
import { endings } from '../server/src/roles/products.ts';
import { optionsWallet } from '../server/src/trading/options/orders.ts';
import { openSettler } from '../server/src/trading/orders/settling/settle.ts';
import { generatePrices } from '../server/test/generated-prices.ts';
import { lively, withOptions } from '../server/test/options.ts';
import { orderIdAt } from '../server/test/order-id.ts';
import { flat, trade } from '../server/test/trade.ts';
import { judgeSettlements, settlementsOf, siteUnderWatch } from './site-under-watch.ts';

// A hostile operator owns the tables, has all keys and changes how an order ended. Each attempt is detected from
// outside.

type Person = Awaited<ReturnType<typeof trade>>['trader'];
/** The failed checks of an option's receipt. */
async function failingChecks(owner: Person, id: string): Promise<string[]> {
  const answer = await owner.call(showReceipt, { id, form: 2 });
  if (answer.code !== 200) throw new Error(`no receipt: ${JSON.stringify(answer)}`);
  const { checks } = await checkReceipt(answer.data);
  return checks.flatMap(({ name, ok, differs }) => (ok ? [] : [differs ? `${name} ${differs.field}` : name]));
}

/** A monitored site on which an option was bought. */
async function siteWithOption() {
  const site = await siteUnderWatch(await withOptions(await trade()), ['slot missing']); // its first ticks are minutes apart
  const { world, db, trader, tick, log, slot, quote, buy, countThrough } = site;
  const { clock } = world;
  const settlers = endings.map((ending) => openSettler({ ending, db, clock, settled: () => {} }));
  const { order: option } = await buy((await quote()).call);
  await tick(...flat(4));
  await log.write();
  const settleAll = async () => {
    for (const { look } of settlers) await look();
  };
  return {
    ...{ ...site, option, settleAll },
    /** Ends the option at a profit, by a price jump in its last slot. */
    end: async () => {
      await tick(...flat(Math.max(option.dueSlot - slot() - 1, 0)), ...flat(2, 6_600_000));
      await settleAll();
      await tick(...flat(24));
      await log.write();
    },
    /** The verdict on the settlements file, after everything is settled and counted. */
    judge: async () => {
      await tick(...flat(30));
      await settleAll();
      await countThrough(option.dueSlot + 10);
      await log.write();
      return judgeSettlements(log, await settlementsOf({ world, slot }));
    },
    failing: () => failingChecks(trader, option.id),
  };
}

const asSold = (
  at: number,
  amount: bigint,
) => `update option_order set result = 5, exit_slot = ${at}, sale_volatility = volatility,
  payout = ${amount}, settled_at = now(), exit_price = (select price from tick where symbol = 1 and slot = ${at})`;

test('a sale passes every check of receipt, log, monitor and settlements file', async () => {
  const { option, tick, log, sell, end, failing, judge, watched, audited } = await siteWithOption();
  expect((await sell(option.id)).code).toBe(200);
  await tick(...flat(12));
  await log.write();
  expect(await failing()).toEqual([]);
  await end();
  expect(await judge()).toContain('1 sold by their owners, as the public log says');
  expect(await watched()).toEqual([]);
  expect(await audited()).toEqual([]);
});

test('a won option cannot be turned into a cheap sale', async () => {
  const { world, option, tick, slot, log, force, shown, end, failing, judge, watched, audited } =
    await siteWithOption();
  const at = lastSaleSlot(option);
  // The end is on the tape but not booked yet. The database refuses the change, even by its owner.
  await tick(...flat(option.dueSlot - slot() - 1), 6_600_000);
  const strike = parseDecimal(option.strike, 2)!;
  const agreed = { symbol: 1, side: option.side, strike, size: parseUnits(option.size, 'BTC')! };
  const { volatility, model } = option.quote;
  const fair = bidOf(agreed, { slot: at, price: 6_400_000n, volatility, model }, option.dueSlot - at);
  const sale = inDatabase(urlFor(world.database, ownerRole), asSold(at, fair));
  await expect(sale).rejects.toThrow('an option is sold by a recent tick');
  await end();
  expect(await failing()).toEqual([]);
  expect(fair).toBeLessThan(parseUnits((await shown(option.id)).payout!, 'USDT')! / 10n);
  await force('option_order', asSold(at, fair));
  expect(await audited()).toEqual(['not logged: sale']);
  expect(await failing()).toContain('form form');
  expect(await judge()).toContain('OTHER SALE than was logged');
  // Adding the missing entry afterwards does not help because it is late.
  await force(
    'log_sale',
    `with entry as (
       insert into log_entry (bytes) select sale_bytes(o, (select hash from tick where symbol = 1 and slot = o.head_slot)) from option_order o
       returning id)
     insert into log_sale (entry, account, id) select entry.id, account, o.id from entry, option_order o`,
  );
  await tick(...flat(4));
  await log.write();
  expect(await watched()).toEqual(['sale logged late']);
  expect(await failing()).toContain('sold logSold');
  expect(await judge()).toContain('SALE LOGGED LATE');
});

test('a sale cannot be undone once the option turns out to win', async () => {
  const { option, force, sell, end, judge, audited } = await siteWithOption();
  await sell(option.id);
  await end();
  await force(
    'option_order',
    `update option_order set result = 1, exit_slot = due_slot, sale_volatility = null,
       exit_price = (select price from tick where symbol = 1 and slot = due_slot),
       payout = size * ((select price from tick where symbol = 1 and slot = due_slot) - strike) / (select parts from coin_unit where symbol = 1)`,
  );
  expect(await audited()).toEqual(['gone: sale']);
  expect(await judge()).toContain('OTHER SALE than was logged');
});

test('a sale cannot be changed to another tick, volatility or amount', async () => {
  const { option, tick, force, sell, shown, end, failing, judge, audited } = await siteWithOption();
  await tick(...lively(8));
  await sell(option.id);
  const { sale, payout } = await shown(option.id);
  await end();
  const paid = parseUnits(payout!, 'USDT')!;
  const earlier = `exit_slot = ${sale!.slot - 3}, exit_price = (select price from tick where symbol = 1 and slot = ${sale!.slot - 3})`;
  const back = `exit_slot = ${sale!.slot}, exit_price = (select price from tick where symbol = 1 and slot = ${sale!.slot})`;
  const changes = [
    [earlier, back],
    ['sale_volatility = sale_volatility * 2', `sale_volatility = ${sale!.volatility}`],
    [`payout = ${paid + 1n}`, `payout = ${paid}`],
  ] as const;
  for (const [change, undo] of changes) {
    await force('option_order', `update option_order set ${change}`);
    expect(await audited(), change).toEqual(['sales: place']);
    expect(await failing(), change).toContain('log logSale');
    expect(await judge(), change).toMatch(/OTHER SALE than was logged|does not follow/);
    await force('option_order', `update option_order set ${undo}`);
    expect(await audited(), undo).toEqual([]);
    expect(await failing(), undo).toEqual([]);
  }
});

test('a sale that is missing in the log is detected', async () => {
  const { option, force, sell, end, judge, audited } = await siteWithOption();
  await sell(option.id);
  await force('log_entry', 'delete from log_entry where get_byte(bytes, 0) = 16');
  await end();
  expect(await audited()).toEqual(['not logged: sale']);
  expect(await judge()).toContain('OTHER SALE than was logged');
});

test('a payout that does not follow from terms and tape is detected for every product', async () => {
  const { world, trader, tick, force, end, judge } = await siteWithOption();
  await world.give(trader, 'spot', 'USDT', 1_000_000_000n);
  const bought = { id: orderIdAt(world.clock()), symbol: 'BTC', side: 'buy' as const, given: '500', spreadBp: 10 };
  expect((await trader.call(spotTrade, bought)).code).toBe(200);
  await tick(...flat(4));
  await end();
  expect(await judge()).toContain('none is missing: 3 orders in 3 entries');
  await force('contract', 'alter table contract drop constraint contract_payout_follows');
  for (const table of ['contract', 'option_order', 'spot_order']) {
    await force(table, `update ${table} set payout = payout + 1`);
    expect(await judge(), table).toMatch(/recomputed|does not follow/);
    await force(table, `update ${table} set payout = payout - 1`);
  }
  expect(await judge()).toContain('none is missing');
});

/**
 * A site with the prices of a generated day. The owner of the tables opens and sells an option with the database's
 * checks disabled.
 */
async function siteWithFriend({ volatility, soldBy, model }: { volatility?: number; soldBy?: number; model: number }) {
  const site = await siteUnderWatch(await withOptions(await trade()), ['slot missing']);
  const { world, trader, tick, log, slot, quote, tape, shown } = site;
  const asOwner = (statement: string) => inDatabase(urlFor(world.database, ownerRole), statement);
  await asOwner(`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, 2)`);
  const drawn = await generatePrices(tape, slot() + 1);
  await tick(...drawn.prices(4));
  const { call: honest } = await quote({ size: '1' });
  const id = orderIdAt(world.clock());
  const now = () => new Date(world.clock()).toISOString();
  const price = parseDecimal(honest.price, 2)!;
  const option = { symbol: 1, side: 'call' as const, strike: price, size: 100_000_000n };
  const by = { slot: honest.slot, price, volatility: volatility ?? honest.volatility, model };
  const premium = premiumOf(option, by, 120, honest.spreadBp);
  await asOwner(`do $$ begin
    if not exists (select from open_options('${now()}', '{1,2}', array[${optionsWallet(trader.number)}::bigint], array['${id}'::uuid], '{1}',
      array[${premium}::bigint], '{60}', '{true}', array[${price}::bigint], array[${option.size}::bigint], array[${by.slot}::bigint],
      array[${price}::bigint], array[${by.volatility}], array[${model}::smallint], array[${honest.spreadBp}], null, 3::smallint))
    then raise exception 'not opened'; end if;
  end $$`);
  await tick(...drawn.prices(6));
  await log.write();
  const { dueSlot, strike } = await shown(id);
  const ticks = world.owner.selectFrom('tick').select('price').where('symbol', '=', 1);
  const tickNow = await ticks.where('slot', '=', BigInt(slot())).executeTakeFirstOrThrow();
  const left = dueSlot - slot();
  const generated = meanVolatility(coins[0]!, slot(), left);
  const sale = { slot: slot(), price: tickNow.price, volatility: soldBy ?? generated, model };
  const bid = bidOf({ ...option, strike: parseDecimal(strike, 2)! }, sale, left);
  await asOwner(
    `select sell_option_now('${now()}', ${optionsWallet(trader.number)}, '${id}', ${sale.slot}, ${sale.volatility}, ${bid})`,
  );
  await tick(...drawn.prices(12));
  await log.write();
  return {
    ...{ ...site, premium: [premium, parseUnits(honest.premium, 'USDT')!] as const },
    failing: () => failingChecks(trader, id),
    reveal: async () => {
      await drawn.keepRounds();
      await drawn.reveal();
    },
    judge: async () => {
      await tick(...drawn.prices(Math.max(dueSlot - slot(), 0) + 30));
      for (const ending of endings)
        await openSettler({ ending, db: site.db, clock: world.clock, settled: () => {} }).look();
      await site.countThrough(dueSlot + 10);
      await log.write();
      return judgeSettlements(log, await settlementsOf({ world, slot }));
    },
  };
}

test('an option priced with the model of its day passes every check, also after the day is revealed', async () => {
  const { failing, reveal, judge, audited } = await siteWithFriend({ model: 3 });
  await reveal();
  expect(await failing()).toEqual([]);
  expect(await judge()).toContain('1 sold by their owners, as the public log says');
  expect(await audited()).toEqual([]);
});

test('a friend cannot buy low and sell high with the model of an earlier generator', async () => {
  const cheap = { model: 2, volatility: 50_000, soldBy: 5_000_000 };
  const { premium, failing, reveal, judge, audited } = await siteWithFriend(cheap);
  expect(premium[0] * 5n).toBeLessThan(premium[1]);
  // Before the day is revealed, the receipt does not know its generator.
  expect(await failing()).toEqual([]);
  expect(await judge()).toContain('OTHER MODEL than its day asks for');
  expect(await audited()).toEqual(['models: option']);
  await reveal();
  expect(await failing()).toEqual(['quote model']);
});

test('a friend cannot buy at a volatility beyond the limits', async () => {
  const { failing, judge } = await siteWithFriend({ model: 2, volatility: 20_000 });
  expect(await failing()).toEqual(['quote volatility']);
  expect(await judge()).toMatch(/does not follow.*volatility 20000 millionths instead of 50000/);
});
