import * as contracts from '@glasshouse/protocol/contracts/calls';
import { expect } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { appRole } from '../../database/prepare.ts';
import type { ProductAccess } from '../access.ts';
import { orderIdAt } from '../order-id.ts';
import type { Site } from '../site-with-everything.ts';
import { openTape } from '../tape.ts';
import type { World } from '../world.ts';

type Person = Awaited<ReturnType<World['person']>>;
const openPlain = (site: Site, at: string, stake: string) =>
  `open_plain_contracts(${at}, '{1,2,3,4}', array[${site.wallet('contract')}], array['${newId()}'::uuid], array[${stake}], '{1}', '{30}', '{8200}', '{true}')`;
const openOne = (site: Site, at: string, stake: string) =>
  `open_contracts(${at}, ${site.rule}::smallint, array[${site.wallet('contract')}], array['${newId()}'::uuid], array[${site.head}], array[${stake}],
     '{1}', '{30}', '{8200}', '{true}')`;

const order = (id: string) =>
  ({ id, symbol: 'BTC', direction: 'long', seconds: 30, stake: '100', returnBp: 8200 }) as const;
/** Opens a contract for Ann; Bob tries its id. */
async function contractOf(ann: Person, bob: Person, world: World): Promise<string> {
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000);
  for (const one of [ann, bob]) await world.give(one, 'contract', 'USDT', 500_000_000n);
  const id = orderIdAt(world.clock());
  expect((await ann.call(contracts.openContract, order(id))).code).toBe(200);
  return id;
}

export const access: ProductAccess = {
  calls: {
    everybody: ['/index/contract: rules'],
    user: ['/index/contract: open positions list order receipt results'],
    'reviewer, support, auditor, owner': ['/office/contracts: orders order'],
    product_manager: ['/office/contracts: savePeriods'],
    'reviewer, product_manager, auditor, owner': ['/office/contracts: periods'],
    'reviewer, product_manager': ['/office/contracts: withdrawPeriods'],
  },
  grants: {
    glasshouse_app: {
      contract: 'select',
      contract_day: 'select',
      contract_terms: 'select',
      'open_contracts(timestamp with time zone,smallint,bigint[],uuid[],bigint[],bigint[],integer[],integer[],integer[],boolean[])':
        'execute',
      'open_plain_contracts(timestamp with time zone,smallint[],bigint[],uuid[],bigint[],integer[],integer[],integer[],boolean[])':
        'execute',
    },
    glasshouse_office: {
      contract: 'select',
      contract_day: 'select',
      contract_terms:
        'select, insert (approval approved_by approved_by_name at changed_by changed_by_name effective_at max_open max_stake min_stake reason returns seconds)',
    },
    glasshouse_settle: {
      contract: 'select, update (entry_price entry_slot exit_price exit_slot payout result settled_at)',
      contract_day: 'insert select update',
      contract_terms: 'select',
    },
  },
  ownersFunctions: [
    { name: 'open_contracts', callers: [appRole] },
    { name: 'open_plain_contracts', callers: [appRole] },
    { name: 'rule_fits_the_source', callers: [] },
    { name: 'terms_follow_the_source', callers: [] },
  ],
  functions: {
    open_contracts: {
      momentOnTape: (site, at) => openOne(site, at, '100000000'),
      amount: (site, stake) => openOne(site, site.now, stake),
      fair: '100000000',
    },
    open_plain_contracts: {
      momentOnTape: (site, at) => openPlain(site, at, '100000000'),
      amount: (site, stake) => openPlain(site, site.now, stake),
      fair: '100000000',
    },
  },
  writes: (site) => ({ contract: [`select ${openPlain(site, site.now, '100000000')}`] }),
  // The caller makes the id, per account: Bob's order with the same id is another one, and Ann's doesn't change.
  probes: {
    [contracts.openContract.path]: async (ann, bob, world) => {
      const id = await contractOf(ann, bob, world);
      const theirs = await bob.call(contracts.openContract, { ...order(id), stake: '70' });
      expect(theirs.data.order).toMatchObject({ id, stake: '70.00' });
      expect((await ann.call(contracts.showOrder, { id })).data.order.stake).toBe('100.00');
    },
    [contracts.showOrder.path]: async (ann, bob, world) => {
      const id = await contractOf(ann, bob, world);
      expect((await bob.call(contracts.showOrder, { id })).data.reason).toBe('not_found');
      expect((await ann.call(contracts.showOrder, { id })).code).toBe(200);
    },
    [contracts.showReceipt.path]: async (ann, bob, world) => {
      const id = await contractOf(ann, bob, world);
      expect((await bob.call(contracts.showReceipt, { id })).data.reason).toBe('not_found');
      expect((await ann.call(contracts.showReceipt, { id })).data.reason).toBe('not_ended');
    },
    [contracts.listOrders.path]: async (ann, bob, world) => {
      const id = await contractOf(ann, bob, world);
      const after = `f${id.slice(1)}`;
      expect((await bob.call(contracts.listOrders, { before: after })).data.orders).toEqual([]);
      expect((await ann.call(contracts.listOrders, { before: after })).data.orders).toHaveLength(1);
    },
  },
  // Its tables are keyed by the account, not by the user.
  ownedTables: [],
  leaveTraces: async (ann, world, tape) => {
    await tape.write(tape.now(), 6_400_000);
    await world.give(ann, 'contract', 'USDT', 500_000_000n);
    const id = orderIdAt(world.clock());
    expect((await ann.call(contracts.openContract, { ...order(id), stake: '23.57' })).code).toBe(200);
    return [id, '23.57'];
  },
};
