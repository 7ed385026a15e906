import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plus } from '#platform/runtime/clock.ts';
import { orderIdAt } from '../../../../test/order-id.ts';
import { decideAll, purseOf } from '../../orders/opening/decide.ts';
import { nameOf } from '../../orders/orders.ts';
import type { ContractRow } from '../orders-sql.ts';
import { type JudgingContext as Judged, judgeBy, type OrderRequest } from './decide.ts';

type JudgingContext = Judged & { stored: ReadonlyMap<string, ContractRow>; short: ReadonlyMap<bigint, bigint> };
const decide = (asked: readonly OrderRequest[], { stored, short, ...known }: JudgingContext) => {
  const judge = judgeBy(known);
  return decideAll(asked, { ...judge, stored, purse: purseOf(short) });
};

const at = new Date('2026-11-15T12:00:00Z');
const head = at.getTime() / 500;
const terms = {
  version: 1n,
  at,
  rule: 1,
  seconds: [30, 60],
  returns: [8200, 8500],
  min_stake: 10n,
  max_stake: 100n,
  max_open: 250n,
  changed_by: null,
  changed_by_name: null,
  reason: null,
  effective_at: new Date(0),
  approval: null,
  approved_by: null,
  approved_by_name: null,
};
const known: JudgingContext = {
  at,
  terms,
  kept: true,
  heads: new Map([[1, head]]),
  stored: new Map(),
  short: new Map(),
  exposed: new Map(),
};
const order = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  account: 70_000n,
  id: orderIdAt(at),
  symbol: 1,
  direction: 'long',
  seconds: 30,
  stake: 50n,
  returnBp: 8200,
  ...change,
});
const judged = (asked: OrderRequest[], change: Partial<JudgingContext> = {}) =>
  decide(asked, { ...known, ...change }).verdicts.map((verdict) => (verdict.ok ? 'accepted' : verdict.error));

test('an accepted order has its terms, its head and its due slot', () => {
  const asked = order({ direction: 'short', seconds: 60, returnBp: 8500 });
  const { accepted } = decide([asked], known);
  expect(accepted).toMatchObject(
    [
      { ...asked, direction: undefined, returnBp: undefined, long: false, return_bp: 8500, rule: 1, result: null, at },
    ].map(({ direction, returnBp, ...row }) => row),
  );
  expect(accepted[0]).toMatchObject({ head_slot: BigInt(head), due_slot: BigInt(head + 121) });
});

test('each limit accepts its edge and refuses one step beyond', () => {
  const apart = (ms: number) => order({ id: orderIdAt(plus(at, ms)) });
  expect(judged([apart(-120_000), apart(120_000), apart(-120_001), apart(120_001)])).toEqual([
    'accepted',
    'accepted',
    'order_expired',
    'order_expired',
  ]);
  expect(judged([10n, 100n, 9n, 101n].map((stake) => order({ stake })))).toEqual([
    'accepted',
    'accepted',
    'stake_out_of_range',
    'stake_out_of_range',
  ]);
  const headAt = (slots: number) => ({ heads: new Map([[1, head + slots]]) });
  expect([-4, 4, -5, 5].flatMap((slots) => judged([order()], headAt(slots)))).toEqual([
    'accepted',
    'accepted',
    'tape_stale',
    'tape_stale',
  ]);
  expect(judged([order({ symbol: 2 })])).toEqual(['tape_stale']);
  expect(judged([order({ returnBp: 8500 }), order({ seconds: 61 })])).toEqual(['terms_changed', 'terms_changed']);
});

test('a repeated order in a batch is opened once; an id is refused with other terms but free for another user', () => {
  const one = order();
  const { verdicts, accepted } = decide(
    [one, { ...one }, { ...one, stake: 51n }, { ...one, direction: 'short' }, { ...one, account: 80_000n }],
    known,
  );
  expect(accepted).toHaveLength(2);
  expect(verdicts[1]).toEqual(verdicts[0]);
  expect(verdicts.map((verdict) => (verdict.ok ? verdict.value.account : verdict.error))).toEqual([
    70_000n,
    70_000n,
    'id_used',
    'id_used',
    80_000n,
  ]);
});

test('a stored order is returned whatever its age and the current balance', () => {
  const asked = order({ id: orderIdAt(plus(at, -1_000_000)) });
  const row = decide([order()], known).accepted[0]!;
  const stored = new Map([[nameOf(asked), { ...row, id: asked.id }]]);
  const { verdicts, accepted } = decide([asked], { ...known, stored, short: new Map([[asked.account, 0n]]) });
  expect(verdicts).toEqual([{ ok: true, value: stored.get(nameOf(asked)) }]);
  expect(accepted).toEqual([]);
});

test('money and limits are used in order of arrival; a refused order uses neither', () => {
  const account = 70_000n;
  const stakes = [60n, 60n, 30n, 10n, 10n].map((stake) => order({ stake }));
  expect(judged(stakes, { short: new Map([[account, 105n]]) })).toEqual([
    'accepted',
    'insufficient_balance',
    'accepted',
    'accepted',
    'insufficient_balance',
  ]);
  expect(judged(stakes, { exposed: new Map([[account, 150n]]) })).toEqual([
    'accepted',
    'open_limit',
    'accepted',
    'accepted',
    'open_limit',
  ]);
});

test('checking orders together gives the same result as checking them one by one', () => {
  const ids = Array.from({ length: 20 }, () => orderIdAt(at));
  const asked = fc.record({
    account: fc.constantFrom(70_000n, 80_000n, 90_000n),
    id: fc.constantFrom(...ids),
    symbol: fc.constantFrom(1, 1, 1, 1, 1, 2),
    direction: fc.constantFrom('long' as const, 'short' as const),
    seconds: fc.constantFrom(30, 30, 30, 60),
    stake: fc.bigInt({ min: 9n, max: 101n }),
    returnBp: fc.constantFrom(8200, 8200, 8200, 8500),
  });
  const amount = fc.bigInt({ min: 0n, max: 300n });
  fc.assert(
    fc.property(
      fc.array(asked, { minLength: 10, maxLength: 30 }),
      fc.array(amount, { minLength: 6, maxLength: 6 }),
      (all, amounts) => {
        const accounts = [70_000n, 80_000n, 90_000n];
        const balances = new Map(accounts.map((account, i) => [account, amounts[i]!]));
        const open = new Map(accounts.map((account, i) => [account, amounts[i + 3]!]));
        const { verdicts } = decide(all, { ...known, short: balances, exposed: open });
        const stored = new Map<string, ContractRow>();
        all.forEach((one, place) => {
          const alone = decide([one], { ...known, stored, short: balances, exposed: open });
          expect(verdicts[place]).toEqual(alone.verdicts[0]);
          for (const row of alone.accepted) {
            stored.set(nameOf(row), row);
            balances.set(row.account, balances.get(row.account)! - row.stake);
            open.set(row.account, open.get(row.account)! + row.stake);
          }
        });
        for (const account of accounts) expect(balances.get(account)! >= 0n).toBe(true);
      },
    ),
  );
});
