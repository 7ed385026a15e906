import { coins, partsPerUnit } from '@glasshouse/protocol/market/coins';
import { payoutAt } from '@glasshouse/protocol/options/quote';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newWorld } from '../../../../test/world.ts';

test('the database computes the same payouts and exposures as the protocol, even if intermediate values exceed eight bytes', async () => {
  const { owner } = await newWorld();
  const amount = fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 12n));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        symbol: fc.constantFrom(...coins.map(({ id }) => id)),
        side: fc.constantFrom('call' as const, 'put' as const),
        strike: amount,
        size: fc.oneof(amount, fc.bigInt(1n, 10n ** 14n)),
      }),
      fc.option(amount, { nil: undefined }),
      async (option, other) => {
        const exit = other ?? option.strike;
        const parts = partsPerUnit(option.symbol);
        const exposure = (option.size * option.strike + parts - 1n) / parts;
        fc.pre(exposure < 2n ** 63n && payoutAt(option, exit) < 2n ** 63n);
        const { rows } = await sql<{ payout: bigint; exposure: bigint }>`select
          option_payout(${option.side === 'call'}, ${option.strike}::bigint, ${option.size}::bigint, ${parts}::bigint, ${exit}::bigint) as payout,
          exposure_of(${option.size}::bigint, ${option.strike}::bigint, ${parts}::bigint) as exposure`.execute(owner);
        expect(rows[0]!.payout).toBe(payoutAt(option, exit));
        expect(rows[0]!.exposure).toBe(exposure);
      },
    ),
    { numRuns: 1000 },
  );
});
