import { err, ok, type Result } from '../../platform/result.ts';
import { type Named, nameOf } from '../product.ts';

/** What is left of something that several orders draw on, for those who might draw too much together; others have enough. */
type Limit<Asked, Refused> = {
  refused: Refused;
  left: ReadonlyMap<bigint, bigint>;
  of: (order: Asked) => bigint;
  takes: (order: Asked) => bigint;
};
/** Balances of the wallets that do not cover all that is asked of them together. */
export const coveredBy = (left: ReadonlyMap<bigint, bigint>) => ({
  refused: 'insufficient_balance' as const,
  left,
  of: ({ account }: { account: bigint }) => account,
  takes: ({ stake }: { stake: bigint }) => stake,
});

export type Judge<Asked, Row, Refused> = {
  /** Orders that are in the table already, by `nameOf`. */
  stored: ReadonlyMap<string, Row>;
  isSame: (row: Row, order: Asked) => boolean;
  /** What is wrong with an order, looked at by itself. */
  refusalOf: (order: Asked) => Refused | undefined;
  limits: readonly Limit<Asked, Refused>[];
  rowOf: (order: Asked) => Row;
};

/** Judges orders one after the other, as they came. An accepted one counts for those after it; a refused one never does. */
export function decideAll<Asked extends Named, Row, Refused>(
  asked: readonly Asked[],
  { stored, isSame, refusalOf, limits, rowOf }: Judge<Asked, Row, Refused>,
): { verdicts: Result<Row, Refused | 'id_used'>[]; accepted: Row[] } {
  const taken = new Map(stored);
  const drawn = limits.map((limit) => ({ ...limit, left: new Map(limit.left) }));
  const accepted: Row[] = [];
  const verdicts = asked.map((order): Result<Row, Refused | 'id_used'> => {
    const name = nameOf(order);
    const before = taken.get(name);
    if (before) return isSame(before, order) ? ok(before) : err('id_used');
    const refused = refusalOf(order);
    if (refused !== undefined) return err(refused);
    const short = drawn.find(({ left, of, takes }) => (left.get(of(order)) ?? takes(order)) < takes(order));
    if (short) return err(short.refused);
    for (const { left, of, takes } of drawn) {
      const amount = left.get(of(order));
      if (amount !== undefined) left.set(of(order), amount - takes(order));
    }
    const row = rowOf(order);
    taken.set(name, row);
    accepted.push(row);
    return ok(row);
  });
  return { verdicts, accepted };
}
