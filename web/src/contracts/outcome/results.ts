import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import type { Order, showOrder } from '@glasshouse/protocol/contracts/calls';
import { isGivenUp } from '@glasshouse/protocol/contracts/settle';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { call } from '../../lib/call.ts';
import { isHidden } from '../../lib/hidden.ts';
import { t } from '../../lib/words.tsx';
import { contractPractice } from '../../trading/practice/contracts.ts';
import { practiceReceipt } from '../../trading/practice/store.ts';
import type { Face, SpokenResultSource } from '../../trading/result.ts';
import { type EndedOrder, hasEnded, joined } from '../../trading/result.ts';
import { askAgain } from '../again.ts';
import { sideOf } from '../side.ts';

export type EndedContract = EndedOrder<Order>;

export const receiptPath = (id: string): string => `/contract/receipt/${id}`;

/** The profit of an order: payout minus stake. */
export const changeOf = ({ payout, stake }: EndedContract): string => subtractDecimal(payout, stake);

const priceText = (symbol: string, price: string) => formatDecimal(price, coinBySymbol(symbol)?.decimals);

/** One plain sentence per outcome that says how the price moved and what that meant. */
export function reasonOf({ symbol, direction, outcome, entry, exit, seconds, rule }: EndedContract): string {
  if (isGivenUp({ rule, outcome })) return t('contract.result.givenUp');
  if (!entry) return t('contract.result.noEntry');
  if (!exit) return t('contract.result.noExit');
  if (outcome === 'draw') return t('contract.result.equal');
  const difference = subtractDecimal(exit.price, entry.price);
  const rose = compareDecimal(difference, '0') > 0;
  const by = priceText(symbol, difference.replace('-', ''));
  const happened = t(rose ? 'contract.result.rose' : 'contract.result.fell', { by, seconds });
  return joined(happened, t(direction === 'long' ? 'contract.result.wereLong' : 'contract.result.wereShort'));
}

/** The text for screen readers. */
function spokenResult(order: EndedContract): string {
  const { symbol, direction, outcome, entry, exit } = order;
  const amount = formatExact(changeOf(order).replace('-', ''));
  const settled = t('contract.result.settled', { direction: t(`contract.${direction}`), symbol });
  const came = isHidden() ? outcomeOf(order).name : t(`contract.result.spoken.${outcome}`, { amount });
  if (!entry || !exit) return joined(settled, came);
  const prices = { entry: priceText(symbol, entry.price), exit: priceText(symbol, exit.price) };
  return joined(joined(settled, came), t('contract.result.ticks', prices));
}

const looks = {
  win: { tone: 'up', icon: 'check' },
  lose: { tone: 'down', icon: 'close' },
  draw: { tone: 'neutral', icon: 'equal' },
  void: { tone: 'neutral', icon: 'equal' },
} as const;
/** How an outcome is drawn and named. */
export const outcomeOf = ({ outcome }: EndedContract) => ({ ...looks[outcome], name: t(`orders.outcome.${outcome}`) });

/** The content of the card. */
function faceOf(order: EndedContract, receipt = receiptPath(order.id), records = '/contract/records'): Face {
  const { symbol, seconds, stake, entry, exit } = order;
  const at = (name: string, tick: { price: string } | null) =>
    tick ? { name, price: priceText(symbol, tick.price) } : undefined;
  return {
    symbol,
    side: sideOf(order),
    about: `${t('ui.seconds', { seconds })} · ${formatExact(stake)}`,
    change: changeOf(order),
    outcome: outcomeOf(order),
    from: at(t('orders.entry'), entry),
    to: at(t('orders.exit'), exit),
    receipt,
    records,
    again: () => askAgain(order),
  };
}

/** How the results of contracts are read and described. */
export const contracts: SpokenResultSource<EndedContract> = {
  product: 'contract',
  read: async (id) => {
    const { order } = await call<typeof showOrder>('POST', '/index/contract/order', { id });
    return hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order),
  spokenOf: spokenResult,
};

/** How the results of this device's orders are read and described. */
export const practice: SpokenResultSource<EndedContract> = {
  product: 'practice',
  read: async (id) => {
    const order = contractPractice.one(id);
    return order && hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order, practiceReceipt(order), '/contract/practice'),
  spokenOf: spokenResult,
};
