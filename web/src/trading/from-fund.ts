import { addDecimal, compareDecimal, subtractDecimal, tidyDecimal } from '@glasshouse/protocol/decimal';

/** What a wallet and Funding hold together; undefined until known. */
export const together = (held: string | undefined, fund: string | undefined): string | undefined =>
  held === undefined || fund === undefined ? undefined : tidyDecimal(addDecimal(held, fund));

/** What an order takes from Funding: exactly what its wallet lacks, where both together cover it. */
export function drawOf(amount: string, held: string | undefined, fund: string | undefined): string | undefined {
  const all = together(held, fund);
  if (all === undefined || compareDecimal(amount, held!) <= 0 || compareDecimal(amount, all) > 0) return undefined;
  return tidyDecimal(subtractDecimal(amount, held!));
}
