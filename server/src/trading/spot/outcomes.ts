import type { SpotOutcome } from '@glasshouse/protocol/spot/settle';

/** Outcomes as the table `spot_order` numbers them. */
export const outcomeCodes = { filled: 1, void: 2 } as const satisfies Record<SpotOutcome, number>;
const names = new Map<number, SpotOutcome>(
  Object.entries(outcomeCodes).map(([name, code]) => [code, name as SpotOutcome]),
);
export const outcomeNamed = (code: number): SpotOutcome => names.get(code)!;
