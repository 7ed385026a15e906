import { formatUsdt, parseUnits } from '../money.ts';
import { orderBaseForm, tickOrNull, usdtPosting } from '../orders/order-form.ts';
import { type Check, failed, type Product, same, shownAs, spell, type Unsigned } from '../orders/product.ts';
import type { Span } from '../orders/tape-rule.ts';
import { amount, fields, oneOf, whole } from '../shape.ts';
import type { Order } from './calls.ts';
import { type ContractResult, decidedAt, dueSlot, isComplete, isGivenUp, ruleOf, settle } from './settle.ts';
import { slipBytes, slipTerms } from './slip.ts';

// Recomputes receipts of second contracts.

type Contract = Unsigned<Order>;
const termsIn = (order: Order, headHash: string) => slipTerms({ order, headHash });

/** The ticks after the head. Undefined unless the run contains the head itself and enough ticks to determine the entry. */
function afterHead({ order, headHash, runs }: Contract) {
  const [run] = runs;
  const place = run!.ticks.findIndex(({ slot, hash }) => slot === order.headSlot && hash === headHash);
  const ticks = run!.ticks.slice(place + 1);
  const tells = ticks.length > 0 || run!.checkpoint.slot >= ruleOf(order.rule).entryIn(order).last;
  return place >= 0 && tells ? ticks : undefined;
}

/** Applies the settlement rule to the terms and the ticks. Undefined if they do not decide the order. */
export function settledBy(contract: Contract): ContractResult | undefined {
  const { order, headHash, runs, gap } = contract;
  const agreed = termsIn(order, headHash)!;
  const after = afterHead(contract);
  const [first, last = first] = runs;
  if (!after || !last) return undefined;
  // A second run must begin before the due slot. Otherwise it could omit the tick that was the exit.
  if (last !== first && last.ticks[0]!.slot >= dueSlot(agreed)) return undefined;
  const newest = after.at(-1)?.slot ?? agreed.headSlot;
  const later = last === first ? [] : last.ticks.filter(({ slot }) => slot > newest);
  const ticks = [...after, ...later].map(({ slot, price }) => ({ slot, price: BigInt(price) }));
  // Slots that were given up were never written.
  if (gap && ticks.some(({ slot }) => slot >= gap.first && slot <= gap.last)) return undefined;
  const settled = settle(agreed, ticks, last.checkpoint.slot, gap && [gap]);
  const countIn = (span: Span) => ticks.filter(({ slot }) => slot >= span.first && slot <= span.last).length;
  return settled && isComplete(agreed, settled, countIn) ? settled : undefined;
}

/** Checks that the entry is the one the rule finds after the head named in the slip. */
function checkEntry(contract: Contract, settled: ContractResult | undefined): Check {
  const { symbol, headSlot: slot, entry } = contract.order;
  if (!afterHead(contract)) {
    const named = contract.runs[0]!.ticks.find((tick) => tick.slot === slot);
    return failed('entry', { field: 'head', slot, given: contract.headHash, wanted: named?.hash ?? '' });
  }
  return same('entry', 'entry', spell(entry), settled && spell(shownAs(symbol, settled.entry)));
}

/** Checks that the exit is the one the rule finds at or after the due slot. */
function checkExit({ order }: Contract, settled: ContractResult | undefined): Check {
  const due = dueSlot(order);
  if (order.dueSlot !== due) return failed('exit', { field: 'due', given: String(order.dueSlot), wanted: String(due) });
  return same('exit', 'exit', spell(order.exit), settled && spell(shownAs(order.symbol, settled.exit)));
}

/** The stake at acceptance, and any payout at settlement. */
function postingsOf({ at, settledAt, stake }: Order, { payout }: ContractResult) {
  const postings = [{ at, kind: 'contract_stake', amount: formatUsdt(-parseUnits(stake, 'USDT')!) }];
  if (payout > 0n) postings.push({ at: String(settledAt), kind: 'contract_payout', amount: formatUsdt(payout) });
  return postings;
}

export const contracts: Product<Order> = {
  order: fields({
    ...orderBaseForm,
    direction: oneOf('long', 'short'),
    seconds: whole(1, 3600),
    stake: amount,
    returnBp: whole(1, 10_000),
    entry: tickOrNull,
    outcome: oneOf('win', 'lose', 'draw', 'void'),
    payout: amount,
  }),
  posting: usdtPosting,
  runs: 1,
  runsUnlogged: 2,
  slipBytes: (order, headHash) => {
    const terms = termsIn(order, headHash);
    return terms && slipBytes(terms);
  },
  isGivenUp,
  isOwnersEnd: () => false,
  loggedAs: () => undefined,
  endEntry: () => undefined,
  endLoggedWithin: 0,
  lingers: 0,
  shortestLife: 60,
  dueSlot,
  recompute: (contract) => {
    const settled = settledBy(contract);
    const { order, gap } = contract;
    const checks = [
      checkEntry(contract, settled),
      checkExit(contract, settled),
      same('result', 'outcome', order.outcome ?? '', settled?.outcome),
      same('payout', 'payout', order.payout ?? '', settled && formatUsdt(settled.payout)),
    ];
    return {
      checks,
      found: settled && { decidedAt: decidedAt(order, settled, gap), postings: postingsOf(order, settled) },
    };
  },
};
