import { dayMs } from '@glasshouse/protocol/utc-day';
import { pledgeSeconds, type Terms, termBounds } from '@glasshouse/protocol/wealth/terms';
import fc from 'fast-check';

const { unit, rateBp, ratePpb, daily, days, amount } = termBounds;
const between = ({ least, most }: { least: bigint; most: bigint }) => fc.bigInt({ min: least, max: most });
const within = ({ least, most }: { least: number; most: number }) => fc.integer({ min: least, max: most });

/** Any terms that the limits allow, including the limits themselves. */
const anyTerms: fc.Arbitrary<Terms> = fc.oneof(
  fc.record({ kind: fc.constant('trust' as const), unit: between(unit), rateBp: within(rateBp), days: within(days) }),
  fc.record({
    kind: fc.constant('pledge' as const),
    unit: between(unit),
    ratePpb: within(ratePpb),
    seconds: fc.constantFrom(...pledgeSeconds),
  }),
  between(unit).chain((price) =>
    fc.record({
      kind: fc.constant('machine' as const),
      unit: fc.constant(price),
      daily: fc.bigInt({ min: daily.least, max: price }),
      days: within(days),
    }),
  ),
);
/** Terms, with one unit or a random number up to the maximum of an order. */
export const anyOrder = anyTerms.chain((terms) =>
  fc.record({
    terms: fc.constant(terms),
    units: fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: amount.most / terms.unit })),
  }),
);

/** How a run of the worker goes: it crashes, runs twice, loses its connection, or completes. */
const visits = ['whole', 'twice', 'some steps', 'rolled back', 'cut off'] as const;
export type Act = { at: number } & (
  | { what: 'buy'; who: number; order: number; units: number }
  | { what: 'end'; pick: number }
  | { what: 'race'; pick: number }
  | { what: 'work'; how: (typeof visits)[number]; steps: number; most: number }
);

/** Times in a range of days: anywhere, and often within a second of midnight. */
const moment = (from: number, length: number) =>
  fc.oneof(
    fc.noBias(fc.integer({ min: from, max: from + length * dayMs })),
    fc
      .tuple(fc.noBias(fc.integer({ min: 1, max: length })), fc.integer({ min: -1000, max: 1000 }))
      .map(([day, off]) => from + day * dayMs + off),
  );

/** The acts of a range of days, in order. */
export const anyHistory = (from: number, length: number, products: number): fc.Arbitrary<Act[]> => {
  const at = moment(from, length);
  const pick = fc.nat(1000);
  const acts = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        at,
        what: fc.constant('buy' as const),
        who: fc.nat(2),
        order: fc.nat(products - 1),
        units: fc.integer({ min: 1, max: 40 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ at, what: fc.constant('end' as const), pick }) },
    { weight: 1, arbitrary: fc.record({ at, what: fc.constant('race' as const), pick }) },
    {
      weight: 6,
      arbitrary: fc.record({
        at,
        what: fc.constant('work' as const),
        how: fc.constantFrom(...visits),
        steps: fc.integer({ min: 1, max: 30 }),
        most: fc.integer({ min: 1, max: 5 }),
      }),
    },
  );
  return fc
    .array(acts, { minLength: 90, maxLength: 130, size: 'max' })
    .map((all) => all.toSorted((one, other) => one.at - other.at));
};
