import { formatExact, formatSigned, placesOf } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { exitIn } from '@glasshouse/protocol/orders/one-tick';
import { waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import type { listOrders, SpotOrder, showReceipt } from '@glasshouse/protocol/spot/calls';
import { call } from '../../lib/call.ts';
import { t, useWords } from '../../lib/words.tsx';
import { spreadText } from '../../trading/percents.ts';
import { Card } from '../../ui/Card.tsx';
import { CardHead, Formula, TickPrice, TickPrices } from './CardParts.tsx';
import type { ReceiptProduct } from './product.ts';
import { markOf } from './product.ts';
import { type Explanation, givenUpText, latestSeconds, postingsText, priceText } from './words.ts';

const payoutCurrency = ({ side, symbol }: SpotOrder): string => (side === 'buy' ? symbol : 'USDT');

export const spot: ReceiptProduct<SpotOrder> = {
  askReceipt: (request) => call<typeof showReceipt>('POST', '/index/spot/receipt', request),
  listOrders: (request) => call<typeof listOrders>('POST', '/index/spot/list', request),
  OrderCard,
  marks: ({ exit }) => markOf('fill', exit),
  shownAround: ({ headSlot }, marked) => (marked.length > 0 ? marked : [headSlot + 1]),
  checkTitles: {
    exit: 'receipt.spot.checks.exit',
    result: 'receipt.spot.checks.result',
    payout: 'receipt.spot.checks.payout',
  },
  figures,
  agreedText: ({ side }) => t(`receipt.spot.${side}`),
  resultText: (order) => {
    const received = order.received ?? '0';
    return `${formatSigned(received, placesOf(received))} ${payoutCurrency(order)}`;
  },
  payoutCurrency,
};

function OrderCard({ order }: { order: SpotOrder }) {
  const { t } = useWords();
  const { symbol, side, exit } = order;
  return (
    <Card>
      <CardHead symbol={symbol} way={side === 'buy' ? 'up' : 'down'} side={t(`receipt.spot.${side}`)} />
      <TickPrices>
        <TickPrice label={t('receipt.fillTick')} symbol={symbol} tick={exit} />
      </TickPrices>
      <Formula {...decided(order)} />
    </Card>
  );
}

/** Explains what a spot order received, or why it received nothing. */
function decided(order: SpotOrder): Explanation {
  const { rule, side, given, received, spreadBp, exit } = order;
  if (!exit)
    return {
      words: waitsForAll(rule)
        ? t('receipt.spot.decided.givenUp')
        : t('receipt.spot.decided.noTick', { seconds: latestSeconds }),
    };
  const [amount, price, spread] = [formatExact(given), priceText(order, exit.price), spreadText(spreadBp)];
  const words = side === 'buy' ? `${amount} ÷ (${price} × (1 + ${spread}))` : `${amount} × ${price} × (1 − ${spread})`;
  return { words, result: formatExact(received ?? '0') };
}

function figures(...[name, { order, gap, postings }]: Parameters<ReceiptProduct<SpotOrder>['figures']>) {
  const { symbol, side, spreadBp, headSlot, exit, rule, dueSlot } = order;
  const head = tickNumber(headSlot);
  switch (name) {
    case 'slip':
      return t('receipt.spot.figures.slip', {
        ...{ side: t(`receipt.spot.${side}`), given: formatExact(order.given) },
        ...{ currency: side === 'buy' ? 'USDT' : symbol, spread: spreadText(spreadBp) },
      });
    case 'exit':
      if (gap) return givenUpText(gap);
      if (!exit) return t('receipt.figures.noEntry', { head, last: tickNumber(exitIn({ rule, dueSlot }).last) });
      return t('receipt.figures.entry', { head, entry: tickNumber(exit.slot) });
    case 'result':
      return t(order.outcome === 'filled' ? 'receipt.spot.filled' : 'orders.outcome.void');
    case 'payout':
      if (order.outcome === 'void') return t('receipt.spot.figures.void');
      return t('receipt.spot.figures.payout', {
        ...{ received: formatExact(order.received ?? '0'), currency: payoutCurrency(order) },
      });
    case 'books':
      return t('receipt.spot.figures.books', { moved: postingsText(postings) });
    default:
      return undefined;
  }
}
