import { firstWrong } from '@glasshouse/protocol/beacon/rounds';
import * as protocol from '@glasshouse/protocol/options/calls';
import { checkReceipt, checkRounds } from '@glasshouse/protocol/orders/receipt';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { generatePrices } from '../../../test/generated-prices.ts';
import { openLog } from '../../../test/log.ts';
import { tradeOptions } from '../../../test/options.ts';

test('once its day is revealed, the ticks that ended or sold an option follow from seed and rounds', async () => {
  const { world, tape, tick, slot, quote, buy, sell, settle, trader } = await tradeOptions();
  const log = await openLog(world);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, 2)`.execute(world.owner);
  const drawn = await generatePrices(tape, slot() + 1);
  await tick(...drawn.prices(25));
  const quoted = await quote();
  await tick(...drawn.prices(1));
  await log.write();
  const [ended, sold, soon] = [await buy(quoted.call), await buy(quoted.put), await buy(quoted.put)];
  await log.write();
  await tick(...drawn.prices(2));
  expect((await sell(soon.order.id)).code).toBe(200);
  await tick(...drawn.prices(60));
  expect((await sell(sold.order.id)).code).toBe(200);
  await tick(...drawn.prices(70));
  await settle();
  await log.write();
  await drawn.keepRounds();
  await drawn.reveal();
  for (const { order } of [ended, sold, soon]) {
    const receipt = (await trader.call(protocol.showReceipt, { id: order.id, form: 2 } as never))
      .data as protocol.OptionReceipt;
    const { checks } = await checkReceipt(receipt);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ name }) => name)).toContain('drawn');
    expect(await checkRounds(receipt, async (...args) => firstWrong(...args))).toEqual({ name: 'rounds', ok: true });
  }
});
