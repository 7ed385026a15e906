import type { Load } from './people.ts';
import { judgeSite } from './site.ts';
import type { Upgraded } from './upgrade-machines.ts';
import { verifyReceipts, waits } from './upgrade-receipts.ts';
import type { VisitorReport } from './upgrade-visitors.ts';

/** Refusals that can happen at any time because a price or an end came first. */
const natural = ['quote_expired', 'order_ended', 'sale_closed', ...waits];

type Story = {
  machines: Upgraded;
  loads: readonly Load[];
  seen: VisitorReport;
  receipts: readonly string[];
  /** The slot at which it began. */
  began: number;
  also?: string;
};

/**
 * Recomputes everything that was confirmed. Prints one line at the end: what failed visibly for users, was lost,
 * doubled or wrong.
 */
export async function conclude(name: string, { machines, loads, seen, receipts, began, also = '' }: Story) {
  const answered = together(loads);
  const verified = await verifyReceipts(machines.door, receipts);
  const { lost, doubled, drift, wrong, orders, voids, legs } = await judgeSite(machines.ownerUrl, answered, began);
  const refused = loads.flatMap((load) => [...load.refused]).filter(([reason]) => !natural.includes(reason));
  for (const fault of seen.faults.slice(0, 20)) console.log(fault);
  const failed = refused.reduce((sum, [, count]) => sum + count, seen.faults.length);
  const again = loads.reduce((sum, load) => sum + load.again(), 0);
  const counts = `orders=${orders} moves=${answered.transfer.size} sold=${answered.sold.size} registered=${seen.registered} legs=${legs} voids=${voids}`;
  const sight = `receipts=${verified} files=${seen.files} live_gap=${seen.silence.toFixed(1)}s again=${again}`;
  console.log(
    `${name} failed=${failed} lost=${lost} doubled=${doubled} drift=${drift} ${counts} wrong=${wrong} ${sight} ${also}`.trim(),
  );
  if (failed + lost + doubled + drift + wrong + voids > 0) process.exitCode = 1;
}

const together = (loads: readonly Load[]): Load['answered'] => {
  const all = (product: 'contract' | 'option' | 'spot' | 'transfer') =>
    new Set(loads.flatMap(({ answered }) => [...answered[product]]));
  const sold = new Map(loads.flatMap(({ answered }) => [...answered.sold]));
  return { contract: all('contract'), option: all('option'), spot: all('spot'), transfer: all('transfer'), sold };
};

/** Prints the confirmed and refused requests since the previous call. */
export function progressOf(load: Load): (what: string) => void {
  const seen = new Map<string, number>();
  const since = (name: string, count: number) => {
    const more = count - (seen.get(name) ?? 0);
    seen.set(name, count);
    return more > 0 ? [`${name} ${more}`] : [];
  };
  return (what) => {
    const { contract, option, spot, transfer, sold } = load.answered;
    const taken = Object.entries({ contract, option, spot, transfer, sold }).flatMap(([name, each]) =>
      since(name, each.size),
    );
    const refused = [...load.refused].flatMap(([reason, count]) => since(reason, count));
    console.log(
      `${what}: ${taken.join(', ')}; refused: ${refused.join(', ') || 'nothing'}; again ${since('', load.again())[0]?.trim() ?? 0}; no request was accepted for ${load.gap().toFixed(1)} s`,
    );
  };
}
