/** An order may name the version of the rule it was offered under. It is then opened under no other. */
export type Offered = { rule?: number | undefined };

export const isUnder = (rule: number, order: Offered): boolean => (order.rule ?? rule) === rule;

/** The versions under which all of these orders may be opened. */
export const rulesFor = (known: readonly number[], orders: readonly Offered[]): number[] =>
  known.filter((rule) => orders.every((order) => isUnder(rule, order)));
