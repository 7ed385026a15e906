import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { compareDecimal, subtractDecimal, writeDecimal } from '@glasshouse/protocol/decimal';
import type { listOrders, OptionOrder, showReceipt } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { exitIn } from '@glasshouse/protocol/orders/one-tick';
import { waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import { call } from '../../lib/call.ts';
import { t, useWords } from '../../lib/words.tsx';
import { percentOf } from '../../trading/percents.ts';
import { Card } from '../../ui/Card.tsx';
import { CardHead, Change, Formula, Term, TickPrice, TickPrices } from './CardParts.tsx';
import type { ReceiptProduct } from './product.ts';
import { markOf } from './product.ts';
import { type Explanation, givenUpText, latestSeconds, postingsText, priceText, profitText } from './words.ts';

export const option: ReceiptProduct<OptionOrder> = {
  askReceipt: (request) => call<typeof showReceipt>('POST', '/index/option/receipt', request),
  listOrders: (request) => call<typeof listOrders>('POST', '/index/option/list', request),
  OrderCard,
  marks: ({ seconds, terms = 1, headSlot, quote, sale, exit }) => {
    const struck = isFlash(seconds) && terms > 1 ? { slot: headSlot } : null;
    return [...markOf('quote', quote), ...markOf('strike', struck), ...markOf('sale', sale), ...markOf('exit', exit)];
  },
  shownAround: ({ sale, exit, dueSlot }, marked) => (sale || exit ? marked : [...marked, dueSlot]),
  checkTitles: { result: 'receipt.option.checks.result', payout: 'receipt.option.checks.payout' },
  figures,
  agreedText: (order) =>
    `${t(`option.${order.side}`)} · ${t('receipt.option.strike', { price: priceText(order, order.strike) })}`,
  resultText: ({ premium, payout }) => profitText(subtractDecimal(payout ?? '0', premium)),
  payoutCurrency: () => 'USDT',
};

function OrderCard({ order }: { order: OptionOrder }) {
  const { t } = useWords();
  const { symbol, side, strike, premium, payout, quote, sale, exit } = order;
  return (
    <Card>
      <CardHead symbol={symbol} way={side === 'call' ? 'up' : 'down'} side={t(`option.${side}`)}>
        <Term>{t('receipt.option.strike', { price: priceText(order, strike) })}</Term>
        <Change by={subtractDecimal(payout ?? premium, premium)} />
      </CardHead>
      <TickPrices>
        <TickPrice label={t('receipt.quoteTick')} symbol={symbol} tick={quote} />
        <TickPrice label={t(sale ? 'receipt.saleTick' : 'receipt.exitTick')} symbol={symbol} tick={sale ?? exit} />
      </TickPrices>
      <Formula {...decided(order)} />
    </Card>
  );
}

/** The explanation of an option's outcome, with the calculation of its payout. */
function decided(order: OptionOrder): Explanation {
  const { rule, side, strike, size, sale, exit, payout } = order;
  const paid = formatExact(payout ?? '0');
  if (sale) return { words: t('receipt.option.decided.sold', { price: priceText(order, sale.price), amount: paid }) };
  if (!exit)
    return {
      words: waitsForAll(rule)
        ? t('receipt.option.decided.givenUp')
        : t('receipt.option.decided.noExit', { seconds: latestSeconds }),
    };
  const price = priceText(order, exit.price);
  const away = side === 'call' ? subtractDecimal(exit.price, strike) : subtractDecimal(strike, exit.price);
  if (compareDecimal(away, '0') <= 0) return { words: t('receipt.option.decided.outside', { price }) };
  const gained = { price, away: priceText(order, away), size: formatExact(size) };
  return { words: t('receipt.option.decided.inside', gained), result: paid };
}

/** Formats annualized volatility: 420,000 millionths are 42%. */
const volatilityText = (millionths: number) => `${formatDecimal(writeDecimal(BigInt(millionths), 4), 1)}%`;

function figures(...[name, { order, gap, postings }]: Parameters<ReceiptProduct<OptionOrder>['figures']>) {
  const { symbol, side, size, quote, sale, exit, dueSlot } = order;
  const premium = formatExact(order.premium);
  const strike = priceText(order, order.strike);
  switch (name) {
    case 'slip':
      return t('receipt.option.figures.slip', {
        ...{ side: t(`option.${side}`), strike, size: formatExact(size), symbol, premium },
      });
    case 'quote': {
      const volatility = volatilityText(quote.volatility);
      const spread = percentOf(order.spreadBp);
      return t('receipt.option.figures.quote', { tick: tickNumber(quote.slot), volatility, spread, premium });
    }
    case 'exit':
      if (gap) return givenUpText(gap);
      if (!exit) return t('receipt.figures.noExit', { due: tickNumber(dueSlot), last: tickNumber(exitIn(order).last) });
      return t('receipt.figures.exit', { due: tickNumber(dueSlot), exit: tickNumber(exit.slot) });
    case 'sale':
      if (!sale) return '';
      return t('receipt.option.figures.sale', {
        ...{ tick: tickNumber(sale.slot), volatility: volatilityText(sale.volatility) },
      });
    case 'result':
      return exit ? `${priceText(order, exit.price)} · ${strike}` : '';
    case 'payout':
      return t('receipt.option.figures.payout', { payout: formatExact(order.payout ?? '0'), premium });
    case 'books':
      return t('receipt.option.figures.books', { moved: postingsText(postings) });
    default:
      return undefined;
  }
}
