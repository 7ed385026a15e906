import { toHex } from '@glasshouse/protocol/bytes';
import { formatUsdt } from '@glasshouse/protocol/money';
import { saleLoggedWithin } from '@glasshouse/protocol/options/terms';
import type { SaleEntry } from './log-orders.ts';
import type { Fail, Line, Sale } from './products/product.ts';
import { verifiedProducts } from './products/registry.ts';

/** The sales of options with one name, in the file and in the log. Two accounts may have options with the same name. */
type Sales = { inFile: string[]; inLog: string[] };

const textOf = ({ slot, volatility, amount }: Sale): string =>
  `${formatUsdt(amount)} USDT by slot ${slot} at volatility ${volatility / 10_000} %`;
const listed = (sales: readonly string[]): string => sales.join(', ') || 'no sale';

/**
 * Compares the sales in a file with those in the public log, in both directions: an option is sold if and only if the
 * log says so.
 */
export function openSales(asOf: number) {
  const byName = new Map<string, Sales>();
  const count = { sold: 0, older: 0 };
  let through = 0;
  let late: string | undefined;
  return {
    /** Adds an option of the file. Older terms do not require the sale in the log. */
    add({ product, name, order, dueSlot }: Line): void {
      const owners = verifiedProducts[product].ownersSale?.(order);
      if (!owners) return;
      if (!owners.isLogged) {
        count.older++;
        return;
      }
      const sales = byName.get(name) ?? { inFile: [], inLog: [] };
      byName.set(name, sales);
      through = Math.max(through, Math.min(dueSlot - 1, asOf));
      if (!owners.sale) return;
      count.sold++;
      sales.inFile.push(textOf(owners.sale));
    },
    /** Adds a sale from the log. */
    take(sale: SaleEntry): void {
      const { slip, slot, place, known } = sale;
      const sales = byName.get(toHex(slip));
      if (!sales || slot > asOf) return;
      sales.inLog.push(textOf(sale));
      if (slot + saleLoggedWithin <= known)
        late ??= `SALE LOGGED LATE: at place ${place}, after slot ${known}, by the tick of slot ${slot}`;
    },
    /** The last slot in which an option of the file may have been sold. */
    through: () => through,
    end(fail: Fail): void {
      if (late) fail(late);
      for (const [name, { inFile, inLog }] of byName)
        if (listed(inFile.toSorted()) !== listed(inLog.toSorted()))
          fail(`OTHER SALE than was logged: ${name} has ${listed(inFile)}, the log has ${listed(inLog)}`);
    },
    summary: () => [
      ...(count.sold > 0 ? [`   ${count.sold} sold by their owners, as the public log says`] : []),
      ...(count.older > 0 ? [`   ${count.older} options under terms that do not ask for their sales in the log`] : []),
    ],
  };
}
