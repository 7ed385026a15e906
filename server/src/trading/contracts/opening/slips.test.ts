import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { slipBytes, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { climb, sha256, signedBy } from '@glasshouse/protocol/market/tape';
import { signedBytes } from '@glasshouse/protocol/orders/slip';
import { readEntry } from '@glasshouse/protocol/publiclog/entries';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dropDaysBefore } from '#evidence/market/upkeep.ts';
import { auditLog } from '#evidence/publiclog/audit.ts';
import { products } from '#roles/products.ts';
import { inDatabase, ownerRole, urlFor } from '../../../../database/prepare.ts';
import { openLog } from '../../../../test/log.ts';
import { orderIdAt } from '../../../../test/order-id.ts';
import { flat, trade } from '../../../../test/trade.ts';
import type { World } from '../../../../test/world.ts';

/** Three people who open five orders on two coins at once. */
async function together() {
  const traded = await trade();
  const { world, trader, tick } = traded;
  await tick(...flat(4));
  const others = [await world.person(), await world.person()];
  for (const other of others) await world.give(other, 'contract', 'USDT', 10_000_000_000n);
  const callers = [trader, others[0]!, trader, others[1]!, others[0]!];
  const taps = callers.map((caller, i) => ({
    caller,
    input: {
      ...{ id: orderIdAt(world.clock()), symbol: i % 2 ? 'ETH' : 'BTC', seconds: 30, stake: '100.00', returnBp: 8200 },
      direction: i % 3 ? ('long' as const) : ('short' as const),
    },
  }));
  const open = () => Promise.all(taps.map(({ caller, input }) => caller.call(protocol.openContract, input)));
  return { ...traded, taps, open };
}

/** The root that a slip is signed under. */
async function rootOf({ slip, ...agreed }: Pick<protocol.Receipt, 'order' | 'headHash' | 'slip'>): Promise<string> {
  const path = slip.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) }));
  const root = await climb(await sha256(slipBytes(slipTerms(agreed)!)), path);
  expect(await signedBy(slip.publicKey, slip.signature, signedBytes(root))).toBe(true);
  return toHex(root);
}

/** The roots that were submitted to the public log. */
async function rootsLogged(world: World): Promise<string[]> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from (select bytes from log_leaf union all select bytes from log_entry) x where get_byte(bytes, 0) = 2`.execute(
    world.owner,
  );
  return rows.map(({ bytes }) => {
    const entry = readEntry(bytes);
    return entry?.kind === 'orders' ? toHex(entry.root) : '';
  });
}

test('a slip returned again, for a repeated tap or in a receipt, is signed under the logged root', {
  timeout: 120_000,
}, async () => {
  const { world, tick, settle, taps, open } = await together();
  const first = await open();
  const logged = await rootsLogged(world);
  const roots = await Promise.all(first.map(({ data }) => rootOf(data)));
  expect(roots.map((root) => logged.includes(root))).not.toContain(false);
  expect(logged.length).toBeLessThan(roots.length); // so some orders share one
  // Checked while the entry waits for its place, and once it has one.
  const log = await openLog(world);
  for (const write of [async () => {}, log.write]) {
    await write();
    const again = await open();
    expect(await Promise.all(again.map(({ data }) => rootOf(data)))).toEqual(roots);
    expect(again.map(({ data }) => data.slip)).toEqual(first.map(({ data }) => data.slip));
  }
  await tick(...flat(70));
  await settle();
  await log.write();
  for (const [place, { caller, input }] of taps.entries()) {
    const { data } = await caller.call(protocol.showReceipt, { id: input.id });
    expect(await rootOf(data)).toBe(roots[place]);
  }
  // Heads leave the tape after a while; signatures over them must stay valid.
  await dropDaysBefore(world.owner, 30_000);
  const much = await open();
  expect(much.map(({ data }) => data.slip)).toEqual(first.map(({ data }) => data.slip));
});

test('orders that no longer hash to the root in the log are not signed', async () => {
  const { world, taps, open } = await together();
  const first = await open();
  const shared = first.findIndex(({ data }) => data.slip.path.length > 0);
  const { caller, input } = taps[shared]!;
  const other = first.findIndex(
    ({ data }, i) => i !== shared && data.slip.signature === first[shared]!.data.slip.signature,
  );
  await inDatabase(
    urlFor(world.database, ownerRole),
    'alter table contract disable trigger user',
    `update contract set long = not long where id = '${taps[other]!.input.id}'`,
  );
  expect((await caller.call(protocol.openContract, input)).code).toBe(500);
  await (await openLog(world)).write();
  const { faults } = await auditLog(world.owner, products);
  expect(faults).toEqual([{ what: 'orders', where: expect.stringContaining('another root than its orders') }]);
});

test("orders without stored heads are compared with the log by the tape's heads, or reported as not comparable", async () => {
  const { world, taps, open } = await together();
  await open();
  await (await openLog(world)).write();
  const force = (...statements: string[]) =>
    inDatabase(
      urlFor(world.database, ownerRole),
      'alter table log_orders disable trigger user',
      'alter table contract disable trigger user',
      ...statements,
    );
  const audited = async () =>
    (await auditLog(world.owner, products)).faults.map(({ where }) => where.replace(/\d+/, 'N'));
  await force('update log_orders set heads = null');
  expect(await audited()).toEqual([]);
  await force(`update contract set long = not long where id = '${taps[0]!.input.id}'`);
  expect(await audited()).toEqual(['entry N has another root than its orders']);
  await dropDaysBefore(world.owner, 30_000);
  expect(new Set(await audited())).toEqual(new Set(['entry N cannot be compared']));
});

test("logging an order does not log another account's order with the same id and time", async () => {
  const { world, taps, open, trader } = await together();
  await open();
  await (await openLog(world)).write();
  expect((await auditLog(world.owner, products)).faults).toEqual([]);
  const other = taps.find(({ caller }) => caller !== trader)!.input.id;
  await inDatabase(
    urlFor(world.database, ownerRole),
    'alter table contract disable trigger user',
    `insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
     select (select min(account) from contract where id = '${taps[0]!.input.id}'), id, at, head_slot, due_slot, stake, symbol, seconds,
       return_bp, rule, long from contract where id = '${other}'`,
  );
  expect((await auditLog(world.owner, products)).faults).toEqual([{ what: 'not logged', where: `order ${other}` }]);
});
