import * as options from '@glasshouse/protocol/options/calls';
import { newestTerms } from '@glasshouse/protocol/options/terms';
import { expect } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { appRole } from '../../database/prepare.ts';
import type { ProductAccess } from '../access.ts';
import { writeMinutes } from '../options.ts';
import { orderIdAt } from '../order-id.ts';
import type { Site } from '../site-with-everything.ts';
import { openTape } from '../tape.ts';
import type { World } from '../world.ts';

type Person = Awaited<ReturnType<World['person']>>;
// The premium of the site's option, and its value by the same tick, so without the spread.
const fairPremium = '(select stake from option_order)';
const fairBid = '(select stake * 10000 / (10000 + spread_bp) from option_order)';
const open = (site: Site, at: string, premium: string, size = '50000000') =>
  `open_options(${at}, '{1,2,3,4}', array[${site.wallet('options')}], array['${newId()}'::uuid], '{1}', array[${premium}], '{60}', '{true}',
     array[${site.price}], array[${size}::bigint], array[${site.head}], array[${site.price}], '{${site.volatility}}', '{1}', array[${site.optionSpread}], null, 3::smallint)`;
const sell = (site: Site, at: string, amount: string, owner = site.ann) =>
  `sell_option_now(${at}, ${site.wallet('options', owner)}, '${site.option}', ${site.head}, ${site.volatility}, ${amount})`;

/** Buys an option for Ann; Bob tries its id. */
async function optionOf(ann: Person, bob: Person, world: World) {
  const tape = await openTape(world);
  await writeMinutes(tape);
  for (let i = 3; i >= 0; i--) await tape.write(tape.now() - i, 6_400_000 + 100 * i);
  for (const one of [ann, bob]) await world.give(one, 'options', 'USDT', 500_000_000n);
  const quoted = await ann.call(options.quoteOption, { symbol: 'BTC', seconds: 60, size: '0.5' as never });
  const { symbol, side, seconds, size, premium, slot } = quoted.data.call;
  const id = orderIdAt(world.clock());
  const wish = { id, terms: newestTerms, symbol, side, seconds, size, premium, slot } as never;
  const { order } = (await ann.call(options.buyOption, wish)).data;
  return { id: order.id as string, wish };
}

/** An option that Ann has sold back, because that ends it at once. */
export async function soldOption(ann: Person, bob: Person, world: World) {
  const { id } = await optionOf(ann, bob, world);
  expect((await ann.call(options.sellOption, { id, atLeast: '0.01' } as never)).code).toBe(200);
  return { product: 'option', id } as const;
}

export const access: ProductAccess = {
  calls: {
    everybody: ['/index/option: board'],
    user: ['/index/option: quote buy bid sell positions list order receipt results'],
    'reviewer, support, auditor, owner': ['/office/options: orders'],
  },
  grants: {
    glasshouse_app: {
      'hold_exposures(integer[])': 'execute',
      'open_options(timestamp with time zone,smallint[],bigint[],uuid[],integer[],bigint[],integer[],boolean[],bigint[],bigint[],bigint[],bigint[],integer[],smallint[],integer[],bigint[])':
        'execute',
      'open_options(timestamp with time zone,smallint[],bigint[],uuid[],integer[],bigint[],integer[],boolean[],bigint[],bigint[],bigint[],bigint[],integer[],smallint[],integer[],bigint[],smallint)':
        'execute',
      option_day: 'select',
      option_exposure: 'select',
      option_order: 'select',
      option_sale: 'select',
      'sell_option_now(timestamp with time zone,bigint,uuid,bigint,integer,bigint)': 'execute',
    },
    glasshouse_office: {
      option_day: 'select',
      option_exposure: 'select',
      option_order: 'select',
      option_sale: 'select',
    },
    glasshouse_settle: {
      option_day: 'insert select update',
      option_order: 'select, update (exit_price exit_slot payout result settled_at)',
      'option_payout(boolean,bigint,bigint,bigint,bigint)': 'execute',
      option_sale: 'delete select',
    },
  },
  ownersFunctions: [
    { name: 'exposure_falls', callers: [] },
    { name: 'hand_sale_to_log', callers: [] },
    { name: 'hold_exposures', callers: [appRole] },
    // Two signatures.
    { name: 'open_options', callers: [appRole] },
    { name: 'open_options', callers: [appRole] },
    { name: 'open_options_under', callers: [] },
    { name: 'option_costs_what_it_is_worth', callers: [] },
    { name: 'options_have_the_right_volatility', callers: [] },
    { name: 'sale_is_by_a_recent_tick', callers: [] },
    { name: 'sale_pays_what_it_is_worth', callers: [] },
    { name: 'sell_option_now', callers: [appRole] },
  ],
  functions: {
    hold_exposures: { harmless: 'locks' },
    open_options: {
      momentOnTape: (site, at) => open(site, at, fairPremium),
      amount: (site, premium) => open(site, site.now, premium),
      fair: fairPremium,
      // 0.10 USDT for an option on half a coin.
      alsoBad: ['100000'],
      mismatch: (site) => open(site, site.now, fairPremium, '-1000'),
    },
    option_payout: { harmless: 'computes' },
    sell_option_now: {
      momentOnTape: (site, at) => sell(site, at, fairBid),
      amount: (site, amount) => sell(site, site.now, amount),
      fair: fairBid,
      // The first is the price of half a coin, for its option.
      alsoBad: ['32000000000', '1000000000'],
      mismatch: (site) => sell(site, site.now, fairBid, site.bob),
    },
  },
  writes: (site) => ({ option_order: [`select ${open(site, site.now, fairPremium)}`] }),
  // The caller makes the id, and only the owner can sell an option back.
  probes: {
    [options.buyOption.path]: async (ann, bob, world) => {
      const { id, wish } = await optionOf(ann, bob, world);
      const theirs = await bob.call(options.buyOption, wish);
      expect(theirs.data.order).toMatchObject({ id, size: '0.50' });
      expect((await bob.call(options.listPositions, {})).data.orders).toHaveLength(1);
      expect((await ann.call(options.listPositions, {})).data.orders).toHaveLength(1);
    },
    [options.bidOption.path]: async (ann, bob, world) => {
      const { id } = await optionOf(ann, bob, world);
      expect((await bob.call(options.bidOption, { id })).data.reason).toBe('not_found');
      expect((await ann.call(options.bidOption, { id })).code).toBe(200);
    },
    [options.sellOption.path]: async (ann, bob, world) => {
      const { id } = await optionOf(ann, bob, world);
      expect((await bob.call(options.sellOption, { id, atLeast: '0.01' } as never)).data.reason).toBe('not_found');
      expect((await ann.call(options.showOrder, { id })).data.order.outcome).toBeNull();
    },
    [options.showOrder.path]: async (ann, bob, world) => {
      const { id } = await optionOf(ann, bob, world);
      expect((await bob.call(options.showOrder, { id })).data.reason).toBe('not_found');
      expect((await ann.call(options.showOrder, { id })).code).toBe(200);
    },
    [options.showReceipt.path]: async (ann, bob, world) => {
      const { id } = await optionOf(ann, bob, world);
      expect((await bob.call(options.showReceipt, { id })).data.reason).toBe('not_found');
      expect((await ann.call(options.showReceipt, { id })).data.reason).toBe('not_ended');
    },
    [options.listOrders.path]: async (ann, bob, world) => {
      const { id } = await optionOf(ann, bob, world);
      const after = `f${id.slice(1)}`;
      expect((await bob.call(options.listOrders, { before: after })).data.orders).toEqual([]);
      expect((await ann.call(options.listOrders, { before: after })).data.orders).toHaveLength(1);
    },
  },
  // Its tables are keyed by the account, not by the user.
  ownedTables: [],
  leaveTraces: async () => [],
};
