import { formatPrice } from '@glasshouse/protocol/market/coins';
import { formatUnits, parseUnits } from '@glasshouse/protocol/money';
import { receiptNote } from '@glasshouse/protocol/orders/receipt-form';
import type { SpotOrder, SpotReceipt } from '@glasshouse/protocol/spot/calls';
import { receivedFor } from '@glasshouse/protocol/spot/settle';
import { spotSlipBytes, spotTerms } from '@glasshouse/protocol/spot/slip';
import { type Prices, runOf, slipFor, timeAfter } from './sample-receipt.ts';

// Receipts of buying and selling coins with everything that a site would write and sign.

export const head = 3_589_920_000;
const settledAt = timeAfter(head, 1456);

export type SpotSample = {
  side?: 'buy' | 'sell';
  given?: string;
  rule?: number;
  /** Prices by their distance from the head. */
  prices?: Prices;
  filledAt?: number | undefined;
  sealedAt?: number;
  /** Milliseconds from the time of the head to the acceptance. */
  acceptedAfter?: number;
  told?: Partial<SpotOrder>;
};

export function makeSpot(made: SpotSample = {}): SpotReceipt {
  const { side = 'buy', rule = 2, sealedAt = 3 } = made;
  const prices = made.prices ?? { '-1': 6_399_900, 0: 6_400_000, 1: 6_400_123, 2: 6_400_200, 3: 6_400_300 };
  const filledAt = 'filledAt' in made ? made.filledAt : 1;
  const given = made.given ?? (side === 'buy' ? '250.00' : '0.0123');
  const [from, to] = side === 'buy' ? (['USDT', 'BTC'] as const) : (['BTC', 'USDT'] as const);
  const units = parseUnits(given, from)!;
  const price = filledAt === undefined ? undefined : BigInt(prices[filledAt]!);
  const received = price === undefined ? 0n : receivedFor({ symbol: 1, side, given: units, spreadBp: 10 }, price);
  const runs = [runOf(head, prices, sealedAt)];
  const headHash = runs[0]!.ticks.find(({ slot }) => slot === head)!.hash;
  const at = timeAfter(head, made.acceptedAfter ?? 123);
  const order: SpotOrder = {
    ...{ id: '019a0c3e-7c00-7abc-8def-0123456789ab', at, symbol: 'BTC', rule, headSlot: head, dueSlot: head + 1 },
    exit: price === undefined ? null : { slot: head + filledAt!, price: formatPrice(price, 2) },
    ...{ settledAt, side, given, spreadBp: 10, outcome: price === undefined ? 'void' : 'filled' },
    received: formatUnits(received, to),
    ...made.told,
  };
  const back = { at: settledAt, kind: 'spot_return', amount: given, currency: from };
  const got = { at: settledAt, kind: `spot_${side}`, amount: order.received!, currency: to };
  return {
    ...{ kind: 'glasshouse-receipt', version: 1, product: 'spot', note: receiptNote, order, headHash },
    slip: slipFor(spotSlipBytes(spotTerms(order, headHash)!)),
    runs,
    postings: [
      { at, kind: `spot_${side}`, amount: `-${given}`, currency: from },
      order.outcome === 'void' ? back : got,
    ],
  };
}
