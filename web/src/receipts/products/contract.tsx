import { formatExact } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { listOrders, Order, showReceipt } from '@glasshouse/protocol/contracts/calls';
import { dueSlot, isGivenUp, ruleOf } from '@glasshouse/protocol/contracts/settle';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { call } from '../../lib/call.ts';
import { t, useWords } from '../../lib/words.tsx';
import { percentOf } from '../../trading/percents.ts';
import { Card } from '../../ui/Card.tsx';
import { CardHead, Change, Formula, Term, TickPrice, TickPrices } from './CardParts.tsx';
import type { ReceiptProduct } from './product.ts';
import { markOf } from './product.ts';
import { givenUpText, latestSeconds, postingsText, priceText, profitText } from './words.ts';

export const contract: ReceiptProduct<Order> = {
  askReceipt: (request) => call<typeof showReceipt>('POST', '/index/contract/receipt', request),
  listOrders: (request) => call<typeof listOrders>('POST', '/index/contract/list', request),
  OrderCard,
  marks: ({ entry, exit }) => [...markOf('entry', entry), ...markOf('exit', exit)],
  // Without an entry, the order was over before its end.
  shownAround: (order) => {
    const { headSlot, entry, exit } = order;
    return entry ? [entry.slot, exit?.slot ?? dueSlot(order)] : [headSlot + 1];
  },
  checkTitles: {},
  figures,
  agreedText: ({ direction, seconds }) => `${t(`contract.${direction}`)} · ${t('ui.seconds', { seconds })}`,
  resultText: ({ stake, payout }) => profitText(subtractDecimal(payout ?? '0', stake)),
  payoutCurrency: () => 'USDT',
};

function OrderCard({ order }: { order: Order }) {
  const { t } = useWords();
  const { symbol, direction, seconds, stake, payout, entry, exit } = order;
  return (
    <Card>
      <CardHead symbol={symbol} way={direction === 'long' ? 'up' : 'down'} side={t(`contract.${direction}`)}>
        <Term>{t('ui.seconds', { seconds })}</Term>
        <Change by={subtractDecimal(payout ?? stake, stake)} />
      </CardHead>
      <TickPrices>
        <TickPrice label={t('receipt.entryTick')} symbol={symbol} tick={entry} />
        <TickPrice label={t('receipt.exitTick')} symbol={symbol} tick={exit} />
      </TickPrices>
      <Formula words={decided(order)} working={workings(order)} result={formatExact(payout ?? stake)} />
    </Card>
  );
}

/** The two prices with the deciding comparison: "64,002.10 > 63,992.50". */
function compared(order: Order): string | undefined {
  const { entry, exit } = order;
  if (!entry || !exit) return undefined;
  const sign = ['<', '=', '>'][compareDecimal(exit.price, entry.price) + 1];
  return `${priceText(order, exit.price)} ${sign} ${priceText(order, entry.price)}`;
}

/** One sentence that explains the outcome. */
function decided(order: Order): string {
  const { direction, outcome, entry } = order;
  const compare = compared(order);
  if (isGivenUp(order)) return t('receipt.decided.givenUp');
  if (!compare || !outcome || outcome === 'void')
    return t(entry ? 'receipt.decided.noExit' : 'receipt.decided.noEntry', { seconds: latestSeconds });
  return t(`receipt.decided.${outcome}`, { compare, direction: t(`contract.${direction}`) });
}

/** The calculation of the payout, without its result. */
function workings({ outcome, stake, returnBp }: Order): string {
  const staked = formatExact(stake);
  if (outcome === 'win') return `${staked} + ${staked} × ${percentOf(returnBp)}`;
  return outcome === 'lose' ? `${staked} − ${staked}` : staked;
}

function figures(...[name, { order, gap, postings }]: Parameters<ReceiptProduct<Order>['figures']>) {
  const { stake, returnBp, direction, seconds, headSlot, dueSlot: dueAt, entry, exit, rule } = order;
  const [head, due] = [tickNumber(headSlot), tickNumber(dueAt)];
  const terms = { stake: formatExact(stake), return: percentOf(returnBp) };
  switch (name) {
    case 'slip':
      return t('receipt.figures.slip', { ...terms, direction: t(`contract.${direction}`), seconds });
    case 'entry':
      if (!entry && gap) return givenUpText(gap);
      if (!entry) return t('receipt.figures.noEntry', { head, last: tickNumber(ruleOf(rule).entryIn(order).last) });
      return t('receipt.figures.entry', { head, entry: tickNumber(entry.slot) });
    case 'exit':
      if (exit) return t('receipt.figures.exit', { due, exit: tickNumber(exit.slot) });
      if (gap) return givenUpText(gap);
      if (!entry) return decided(order);
      return t('receipt.figures.noExit', { due, last: tickNumber(ruleOf(rule).exitIn(order).last) });
    case 'result':
      return compared(order) ?? t('orders.outcome.void');
    case 'payout':
      return t('receipt.figures.payout', terms);
    case 'books':
      return t('receipt.figures.books', { moved: postingsText(postings) });
    default:
      return undefined;
  }
}
