import { randomBytes } from 'node:crypto';
import * as contracts from '@glasshouse/protocol/contracts/calls';
import * as options from '@glasshouse/protocol/options/calls';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import * as protocol from '@glasshouse/protocol/shares/calls';
import * as spot from '@glasshouse/protocol/spot/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sealKeys } from '#people/factors/factors.ts';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { openSigner } from '#platform/security/signer.ts';
import { productsByName } from '#roles/products.ts';
import { openLog } from '../../../test/log.ts';
import { lively, withOptions } from '../../../test/options.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { flat, trade } from '../../../test/trade.ts';
import { openSettler } from '../orders/settling/settle.ts';
import { ending as spotEnding } from '../spot/spot.ts';
import { createShareTokens } from './share-token.ts';
import { readShare } from './shares.ts';

const reasonOf = ({ data }: { data: unknown }) => (data as { reason?: string }).reason;
const form = 2;

/** A world with an ended contract, its owner, and another user. */
async function withEnded() {
  const market = await trade();
  const { world, trader: ann, tick, open, settle } = market;
  await world.owner.updateTable('person').set({ username: 'AnnTheSecret' }).where('id', '=', ann.info.id).execute();
  await tick(...flat(4));
  const [id, other] = [(await open('long')).order.id, (await open('short')).order.id];
  await tick(...flat(64));
  await settle();
  const desk = {
    tokens: createShareTokens(sealKeys(world.config.FACTOR_SECRET!)),
    products: productsByName,
    signer: openSigner(world.config.SLIP_SIGNING_KEY!),
    address: '203.0.113.7',
  };
  const share = async (named = false) => (await ann.call(protocol.makeShare, { product: 'contract', id, named })).data;
  const takeBack = () => ann.call(protocol.takeShareBack, { product: 'contract', id });
  const read = (token: string, address?: string) =>
    world.visitor('en-US', address).call(protocol.readShare, { token, form });
  return { ...market, ann, bob: await world.person(), id, other, desk, share, takeBack, read };
}

test('anyone with its link can read a receipt of any product, exactly as its owner does, and recompute it', async () => {
  const base = await trade();
  const { world, trader, tick, open } = base;
  const { quote, buy, sell } = await withOptions(base);
  const log = await openLog(world);
  await tick(...lively(2));
  await log.write();
  await world.give(trader, 'spot', 'USDT', 1_000_000_000n);
  const coin = { id: orderIdAt(world.clock()), symbol: 'BTC', side: 'buy', given: '500', spreadBp: 10 } as const;
  expect((await trader.call(spot.trade, coin)).code).toBe(200);
  const contract = (await open('long')).order;
  const option = (await buy((await quote()).call)).order;
  await log.write();
  await tick(...lively(4));
  expect((await sell(option.id)).code).toBe(200);
  await tick(...lively(64));
  await base.settle();
  await openSettler({ ending: spotEnding, db: base.db, clock: world.clock, settled: () => {} }).look();
  await log.write();

  const calls = [
    ['contract', contract.id, contracts.showReceipt],
    ['option', option.id, options.showReceipt],
    ['spot', coin.id, spot.showReceipt],
  ] as const;
  for (const [product, id, showReceipt] of calls) {
    const own = await trader.call(showReceipt as typeof contracts.showReceipt, { id, form });
    expect(own.code, `${product} ${JSON.stringify(own)}`).toBe(200);
    const { token } = (await trader.call(protocol.makeShare, { product, id, named: false })).data;
    const answer = await world.visitor().raw(protocol.readShare, { token, form });
    const { name, receipt } = answer.json().data;
    expect(receipt).toEqual(own.data);
    expect(name).toBeNull();
    expect((await checkReceipt(receipt)).checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(receipt.version).toBe(2);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const trace of [trader.info.id, trader.phone.slice(1), `"${trader.info.number}"`])
      expect(answer.body).not.toContain(trace);
  }
});

test('only the owner can share a receipt, choose whether to show a name, and revoke it; then the link finds nothing', async () => {
  const { world, ann, bob, id, open, share, takeBack, read } = await withEnded();
  const what = { product: 'contract', id } as const;
  expect(reasonOf(await bob.call(protocol.makeShare, { ...what, named: true }))).toBe('not_found');
  expect(reasonOf(await ann.call(protocol.makeShare, { ...what, product: 'option', named: true }))).toBe('not_found');
  const running = (await open('short')).order.id;
  expect(reasonOf(await ann.call(protocol.makeShare, { ...what, id: running, named: true }))).toBe('not_ended');

  const { token } = await share();
  expect((await read(token)).data.name).toBeNull();
  expect(await share(true)).toMatchObject({ token, named: true });
  expect((await read(token)).data.name).toBe('AnnTheSecret');
  await share(false);
  expect((await read(token)).data.name).toBeNull();
  expect((await ann.call(protocol.listShares, {})).data.shares).toMatchObject([{ ...what, token, named: false }]);
  expect((await bob.call(protocol.listShares, {})).data.shares).toEqual([]);
  await bob.call(protocol.takeShareBack, what);
  expect((await read(token)).code).toBe(200);

  await takeBack();
  const [gone, never] = [await read(token), await read(createShareTokens([randomBytes(32)]).make(newId()))];
  expect(gone).toEqual(never);
  expect(reasonOf(gone)).toBe('not_found');
  expect((await takeBack()).code).toBe(200);
  // Sharing it again makes another link, and the old one stays revoked.
  const again = await share();
  expect(again.token).not.toBe(token);
  expect(reasonOf(await read(token))).toBe('not_found');
  expect((await read(again.token)).code).toBe(200);

  await world.owner.updateTable('person').set({ leaves_at: world.clock() }).where('id', '=', ann.info.id).execute();
  await sql`select erase_person(${ann.info.id}, ${world.clock()})`.execute(world.owner);
  expect(reasonOf(await read(again.token))).toBe('not_found');
  expect(await world.owner.selectFrom('share').selectAll().execute()).toEqual([]);
});

test('a hundred thousand guessed links find nothing and cause no queries; the rate limit stops them earlier', async () => {
  const { world, desk, share, read } = await withEnded();
  const { token } = await share();
  const id = desk.tokens.read(token)!;
  let asked = 0;
  const counted = async <T>(work: Parameters<typeof step<T>>[1]) => {
    asked++;
    return step(world.db, work);
  };
  const guess = async (guessed: string) => reasonOfGuess(await readShare(counted, desk, { token: guessed, form }));
  const bytes = Buffer.from(token, 'base64url');
  const near = (i: number) => {
    const changed = Buffer.from(bytes);
    changed[i % 32]! ^= 1 << (i % 8);
    return changed.toString('base64url');
  };
  const other = createShareTokens([randomBytes(32)]);
  const kinds = [
    () => randomBytes(32).toString('base64url'),
    // The right id with an invented seal, and the right token with one bit changed.
    () => Buffer.concat([bytes.subarray(0, 16), randomBytes(16)]).toString('base64url'),
    near,
    () => other.make(id),
  ];
  const found = new Set<string | undefined>();
  for (let i = 0; i < 100_000; i++) found.add(await guess(kinds[i % 4]!(i)));
  expect([...found]).toEqual(['not_found']);
  // The same bytes in another spelling, other lengths and other letters.
  const last = token.at(-1)!;
  const spellings = [...'AEIMQUYcgkosw048BCD']
    .filter((letter) => letter !== last)
    .map((letter) => token.slice(0, -1) + letter);
  for (const text of [...spellings, `${token}=`, `${token} `, ` ${token}`, `${token}A`, token.slice(1), '', 'é', id])
    expect(await guess(text)).toBe('not_found');
  expect(asked).toBe(0);
  expect(await guess(token)).toBeUndefined();
  expect(asked).toBeGreaterThan(0);

  const answers: (string | undefined)[] = [];
  for (let i = 0; i < 100; i++) answers.push(reasonOf(await read(near(i), '198.51.100.9')));
  expect(answers.filter((answer) => answer === 'not_found')).toHaveLength(60);
  expect(answers.filter((answer) => answer === 'too_many_requests')).toHaveLength(40);
  expect((await read(token, '203.0.113.5')).code).toBe(200);
}, 60_000);
const reasonOfGuess = (result: { ok: boolean; error?: string }) => (result.ok ? undefined : result.error);

test('simultaneous taps make one link, and a share revoked while it is read is not shown', async () => {
  const { world, ann, id, other, desk, share, takeBack } = await withEnded();
  const made = await Promise.all([share(), share(), share(true), share()]);
  expect(new Set(made.map(({ token }) => token)).size).toBe(1);
  expect((await ann.call(protocol.listShares, {})).data.shares).toHaveLength(1);

  let steps = 0;
  const reading = await readShare(
    async (work) => {
      const done = await step(world.db, work);
      if (steps++ === 0) await takeBack();
      return done;
    },
    desk,
    { token: made[0]!.token, form },
  );
  expect(steps).toBeGreaterThan(1);
  expect(reading).toMatchObject({ ok: false, error: 'not_found' });

  // One place is left, and two requests want it.
  const rest = Array.from({ length: protocol.maxShares - 1 }, () => ({
    ...{ id: newId(), person: ann.info.id, product: 'option', ordered: newId(), named: false, made_at: world.clock() },
  }));
  await world.owner.insertInto('share').values(rest).execute();
  const both = [id, other].map((each) => ann.call(protocol.makeShare, { product: 'contract', id: each, named: false }));
  expect((await Promise.all(both)).map((answer) => reasonOf(answer) ?? answer.code).sort()).toEqual([
    200,
    'too_many_shares',
  ]);
  expect((await ann.call(protocol.listShares, {})).data.shares).toHaveLength(protocol.maxShares);
});
