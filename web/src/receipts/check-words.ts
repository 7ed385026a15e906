import { formatDecimal, formatExact, formatSigned, placesOf } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { ruleOf } from '@glasshouse/protocol/contracts/settle';
import { writeDecimal } from '@glasshouse/protocol/decimal';
import { exitIn } from '@glasshouse/protocol/orders/one-tick';
import type { Check } from '@glasshouse/protocol/orders/product';
import { t } from '../lib/words.tsx';
import { percentOf, spreadText } from '../trading/percents.ts';
import type { Told } from './marks.ts';
import { compared, decided, priceText } from './order-words.ts';

// What a check is called, and the figures that count in it, where both differ from product to product.

type Name = Check['name'];
const optionChecks = ['result', 'payout'] as const;
const spotChecks = ['exit', 'result', 'payout'] as const;

export function checkTitle(name: Name, product: Told['product']): string {
  const ofOption = product === 'option' && optionChecks.find((each) => each === name);
  if (ofOption) return t(`receipt.option.checks.${ofOption}`);
  const ofSpot = product === 'spot' && spotChecks.find((each) => each === name);
  return ofSpot ? t(`receipt.spot.checks.${ofSpot}`) : t(`receipt.checks.${name}`);
}

/** The figures of a check that is a product's own; undefined for those that are the same for all. */
export function ownFigures(name: Name, receipt: Told): string | undefined {
  if (receipt.product === 'option') return optionFigures(name, receipt);
  if (receipt.product === 'spot') return spotFigures(name, receipt);
  return contractFigures(name, receipt);
}

const givenUp = ({ first, last }: NonNullable<Told['gap']>) =>
  t('receipt.figures.givenUp', { first: tickNumber(first), last: tickNumber(last) });
const movedText = ({ postings = [] }: Told) =>
  postings
    .map(({ amount, currency }) => [formatSigned(amount, placesOf(amount)), currency].filter(Boolean).join(' '))
    .join(', ');
const number = tickNumber;

function contractFigures(name: Name, receipt: Extract<Told, { product?: undefined }>): string | undefined {
  const { order, gap } = receipt;
  const { stake, returnBp, direction, seconds, headSlot, dueSlot, entry, exit, rule } = order;
  const [head, due] = [number(headSlot), number(dueSlot)];
  const terms = { stake: formatExact(stake), return: percentOf(returnBp) };
  switch (name) {
    case 'slip':
      return t('receipt.figures.slip', { ...terms, direction: t(`contract.${direction}`), seconds });
    case 'entry':
      if (!entry && gap) return givenUp(gap);
      if (!entry) return t('receipt.figures.noEntry', { head, last: number(ruleOf(rule).entryIn(order).last) });
      return t('receipt.figures.entry', { head, entry: number(entry.slot) });
    case 'exit':
      if (exit) return t('receipt.figures.exit', { due, exit: number(exit.slot) });
      if (gap) return givenUp(gap);
      if (!entry) return decided(order);
      return t('receipt.figures.noExit', { due, last: number(ruleOf(rule).exitIn(order).last) });
    case 'result':
      return compared(order) ?? t('orders.outcome.void');
    case 'payout':
      return t('receipt.figures.payout', terms);
    case 'books':
      return t('receipt.figures.books', { moved: movedText(receipt) });
    default:
      return undefined;
  }
}

/** A year's volatility as people write it: 420,000 millionths are 42%. */
const volatilityText = (millionths: number) => `${formatDecimal(writeDecimal(BigInt(millionths), 4), 1)}%`;

function optionFigures(name: Name, receipt: Extract<Told, { product: 'option' }>): string | undefined {
  const { order, gap } = receipt;
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
      return t('receipt.option.figures.quote', { tick: number(quote.slot), volatility, spread, premium });
    }
    case 'exit':
      if (gap) return givenUp(gap);
      if (!exit) return t('receipt.figures.noExit', { due: number(dueSlot), last: number(exitIn(order).last) });
      return t('receipt.figures.exit', { due: number(dueSlot), exit: number(exit.slot) });
    case 'sale':
      if (!sale) return '';
      return t('receipt.option.figures.sale', { tick: number(sale.slot), volatility: volatilityText(sale.volatility) });
    case 'result':
      return exit ? `${priceText(order, exit.price)} · ${strike}` : '';
    case 'payout':
      return t('receipt.option.figures.payout', { payout: formatExact(order.payout ?? '0'), premium });
    case 'books':
      return t('receipt.option.figures.books', { moved: movedText(receipt) });
    default:
      return undefined;
  }
}

function spotFigures(name: Name, receipt: Extract<Told, { product: 'spot' }>): string | undefined {
  const { order, gap } = receipt;
  const { symbol, side, spreadBp, headSlot, exit, rule, dueSlot } = order;
  const [from, to] = side === 'buy' ? ['USDT', symbol] : [symbol, 'USDT'];
  const head = number(headSlot);
  switch (name) {
    case 'slip':
      return t('receipt.spot.figures.slip', {
        ...{ side: t(`receipt.spot.${side}`), given: formatExact(order.given), currency: from },
        spread: spreadText(spreadBp),
      });
    case 'exit':
      if (gap) return givenUp(gap);
      if (!exit) return t('receipt.figures.noEntry', { head, last: number(exitIn({ rule, dueSlot }).last) });
      return t('receipt.figures.entry', { head, entry: number(exit.slot) });
    case 'result':
      return t(order.outcome === 'filled' ? 'receipt.spot.filled' : 'orders.outcome.void');
    case 'payout':
      if (order.outcome === 'void') return t('receipt.spot.figures.void');
      return t('receipt.spot.figures.payout', { received: formatExact(order.received ?? '0'), currency: to });
    case 'books':
      return t('receipt.spot.figures.books', { moved: movedText(receipt) });
    default:
      return undefined;
  }
}
