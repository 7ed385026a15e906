import type { Order } from '@glasshouse/protocol/contracts/calls';
import { type ContractResult, dueSlot, gapIn, isComplete, settle } from '@glasshouse/protocol/contracts/settle';
import { formatUsdt } from '@glasshouse/protocol/money';
import { type GivenUp, readOrderLine, type Settlement } from '@glasshouse/protocol/orders/settlements-file';
import type { Ticks } from '../collected-ticks.ts';
import { fits } from '../log-terms.ts';
import { type Fail, notInGap, type VerifiedProduct } from './product.ts';

export const contract: VerifiedProduct<Settlement, Order> = {
  plural: 'contracts',
  outcomes: ['win', 'lose', 'draw', 'void'],
  loggedAs: [undefined],
  meanings: {},
  sayOrder: ({ symbol, direction, seconds, stake, outcome, payout }) =>
    `${symbol} ${direction} ${seconds} s, ${stake} USDT: ${outcome}, pays ${payout} USDT`,
  readLine: (text) => {
    const order = readOrderLine(text);
    if (!order) return undefined;
    const { name, symbol, rule, headSlot, outcome, stake: given, payout: paid } = order;
    return {
      ...{ product: 'contract', order, name, symbol, rule, headSlot, dueSlot: dueSlot(order), outcome, given, paid },
    };
  },
  recompute: ({ order, symbol, headSlot }, { tapes, givenUp }, fail) => {
    const ticks = tapes.at(symbol, headSlot, fail);
    const found = order.outcome === 'open' ? nothingYet : settledBy(order, ticks, givenUp, fail);
    const said = (each: { outcome: string; payout: bigint }, entry: number | undefined, exit: number | undefined) =>
      `${each.outcome}, ${formatUsdt(each.payout)} USDT, entry ${entry ?? '-'}, exit ${exit ?? '-'}`;
    const given = said(order, order.entrySlot, order.exitSlot);
    const wanted = said(found, found.entry?.slot, found.exit?.slot);
    if (given !== wanted) fail(`it says ${given}; recomputed ${wanted}`);
  },
  agreedBy: 'terms',
  offeredTo: ({ order }, { terms }) => terms.find((each) => fits(order, each)),
  sayAgreed: ({ stake, seconds, returnBp }) => `${formatUsdt(stake)} USDT for ${seconds} s at ${returnBp / 100} %`,
};

const nothingYet = { outcome: 'open', payout: 0n, entry: undefined, exit: undefined };

function settledBy(order: Settlement, ticks: Ticks, givenUp: readonly GivenUp[], fail: Fail): ContractResult {
  notInGap(gapIn(order, givenUp), ticks, fail);
  const settled = settle(order, ticks.firstFrom(order.headSlot + 1, dueSlot(order)), ticks.through(), givenUp);
  return settled && isComplete(order, settled, ticks.countIn) ? settled : fail('the tape in this file does not tell');
}
