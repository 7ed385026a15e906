import { parseUnits } from '@glasshouse/protocol/money';
import { lateAfter } from '@glasshouse/protocol/orders/tape-rule';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { dueSlotOf } from '@glasshouse/protocol/spot/settle';
import type { VerifiedProduct } from './product.ts';
import { readOrder, recomputeAsReceipt, runAround, saySpread, spreadOffered } from './receipt-lines.ts';

const meanings = {
  exit: 'it was not filled at the tick that the rule names',
  result: 'whether it was filled does not follow from the tape',
  payout: 'the amount received does not follow from the price and the spread',
};
const usdt = (text: string | null) => (text === null ? 0n : parseUnits(text, 'USDT')!);

export const spot: VerifiedProduct<SpotOrder, SpotOrder> = {
  plural: 'coins',
  outcomes: ['filled', 'void'],
  loggedAs: ['spot'],
  meanings,
  sayOrder: ({ symbol, side, given, received, exit, outcome }) => {
    const [from, to] = side === 'buy' ? ['USDT', symbol] : [symbol, 'USDT'];
    if (outcome === 'void') return `${symbol} ${side}, ${given} ${from}: void, given back`;
    return `${symbol} ${side} at ${exit?.price}, ${given} ${from} given, ${received} ${to} received`;
  },
  readLine: (text) => {
    const read = readOrder<SpotOrder>('spot', text, {
      ends: ['outcome', 'received', 'exit'],
      asVoid: { outcome: 'void', received: '0.00' },
    });
    if (!read) return undefined;
    const { symbol, rule, headSlot, side, outcome, given, received } = read.order;
    const sums =
      side === 'buy'
        ? { given: usdt(given), paid: outcome === 'void' ? usdt(given) : 0n }
        : { given: 0n, paid: usdt(received) };
    const dueSlot = dueSlotOf(read.order);
    return { ...read, product: 'spot', symbol, rule, headSlot, dueSlot, outcome: outcome ?? 'open', ...sums };
  },
  recompute: (line, ground, fail) => {
    const { symbol, headSlot, dueSlot } = line;
    const runs = () => [runAround(ground.tapes, symbol, headSlot, dueSlot + lateAfter, fail)];
    recomputeAsReceipt(line, { ground, meanings, runs, fail });
  },
  agreedBy: 'spreads',
  offeredTo: (line, entry) => spreadOffered('spot', line, entry),
  sayAgreed: saySpread,
};
