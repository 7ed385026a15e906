import type { Outcome } from '@glasshouse/protocol/options/settle';

/** How `option_order.result` says an outcome; the migration's constraints know the same numbers. */
export const outcomeCodes = { win: 1, lose: 2, draw: 3, void: 4, sold: 5 } as const satisfies Record<Outcome, number>;

const names = new Map<number, Outcome>(Object.entries(outcomeCodes).map(([name, code]) => [code, name as Outcome]));
export const outcomeNamed = (code: number): Outcome => names.get(code)!;
