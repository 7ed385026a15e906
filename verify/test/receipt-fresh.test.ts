import { readdirSync, readFileSync } from 'node:fs';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { expect, test } from 'vitest';
import { failureText } from '../src/check-words.ts';
import { logged } from './logged-receipt.ts';
import { makeOption } from './sample-option.ts';
import { entryAt, makeReceipt, slipKey, steady, tapeKey } from './sample-receipt.ts';
import { makeSpot } from './sample-spot.ts';

// The newest tick at acceptance decides the entry of a contract, the strike of an option and the fill of a coin order.

const keys = { tapeKeys: [tapeKey.hex], slipKeys: [slipKey.hex] };
const wrongIn = async (receipt: unknown) => (await checkReceipt(receipt, keys)).checks.filter(({ ok }) => !ok);
const contract = (acceptedAfter: number) =>
  makeReceipt({
    ...{ prices: steady(6_400_000, 6_400_001), outcome: 'win', payout: '182.00', acceptedAfter },
    ...{ entry: entryAt('64000.00'), exit: entryAt('64000.01', 7) },
  });
const made = {
  contract,
  option: (acceptedAfter: number) => makeOption({ exit: 6_410_000, acceptedAfter }),
  spot: (acceptedAfter: number) => makeSpot({ acceptedAfter }),
};

test.each(Object.entries(made))(
  'a %s receipt fails if its newest tick was more than four slots old',
  async (_, make) => {
    for (const acceptedAfter of [-2000, 0, 2000, 2499]) expect(await wrongIn(make(acceptedAfter))).toEqual([]);
    for (const [acceptedAfter, slots] of [
      [2500, 5],
      [20_500, 41],
      [-2001, -5],
    ] as const) {
      const stale = { name: 'fresh', ok: false, differs: { field: 'headAge', given: String(slots), wanted: '4' } };
      expect(await wrongIn(make(acceptedAfter))).toEqual([stale]);
      expect(await wrongIn(await logged(make(acceptedAfter)))).toContainEqual(stale);
    }
  },
);

test('the verifier reports the age of the newest tick', async () => {
  const [stale] = await wrongIn(contract(20_500));
  expect(failureText(stale!)).toBe(
    '  the newest tick named at acceptance is not from the time of the order: it was 41 slots old; 4 is the limit',
  );
  const [ahead] = await wrongIn(contract(-2500));
  expect(failureText(ahead!)).toContain('it was 5 slots ahead; 4 is the limit');
});

test('receipts of the first release still match', async () => {
  const recorded = new URL('recorded/', import.meta.url);
  for (const name of readdirSync(recorded).filter((each) => each.endsWith('.json'))) {
    const { checks } = await checkReceipt(JSON.parse(readFileSync(new URL(name, recorded), 'utf8')));
    expect(checks.find((check) => check.name === 'fresh')).toEqual({ name: 'fresh', ok: true });
  }
});
