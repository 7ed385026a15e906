import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { isGivenUp } from '@glasshouse/protocol/contracts/settle';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { t } from '../../lib/words.tsx';
import type { ToastMessage } from '../../ui/toast.ts';
import type { Ended } from './results.ts';

/** What an order brought: paid out less staked. */
export const changeOf = ({ payout, stake }: Ended): string => subtractDecimal(payout, stake);

const priceText = (symbol: string, price: string) => formatDecimal(price, coinBySymbol(symbol)?.decimals);

/** Two sentences, with a space between them only where the language has one. */
const joined = (first: string, second: string) => t('contract.result.sentences', { first, second });

/** What the price did, and what that meant: one plain sentence for each end. */
export function reasonOf({ symbol, direction, outcome, entry, exit, seconds, rule }: Ended): string {
  if (isGivenUp({ rule, outcome })) return t('contract.result.givenUp');
  if (!entry) return t('contract.result.noEntry');
  if (!exit) return t('contract.result.noExit');
  if (outcome === 'draw') return t('contract.result.equal');
  const moved = subtractDecimal(exit.price, entry.price);
  const rose = compareDecimal(moved, '0') > 0;
  const by = priceText(symbol, moved.replace('-', ''));
  const happened = t(rose ? 'contract.result.rose' : 'contract.result.fell', { by, seconds });
  return joined(happened, t(direction === 'long' ? 'contract.result.wereLong' : 'contract.result.wereShort'));
}

/** The line a screen reader says. */
export function spokenResult(order: Ended): string {
  const { symbol, direction, outcome, entry, exit } = order;
  const amount = formatExact(changeOf(order).replace('-', ''));
  const settled = t('contract.result.settled', { direction: t(`contract.${direction}`), symbol });
  const came = t(`contract.result.spoken.${outcome}`, { amount });
  if (!entry || !exit) return joined(settled, came);
  const prices = { entry: priceText(symbol, entry.price), exit: priceText(symbol, exit.price) };
  return joined(joined(settled, came), t('contract.result.ticks', prices));
}

/** What is shown on every other page; it stays until it is read. */
export function resultToast(order: Ended): ToastMessage {
  const { id, symbol, direction, outcome, entry, exit } = order;
  const prices =
    entry &&
    exit &&
    t('contract.result.fromTo', { from: priceText(symbol, entry.price), to: priceText(symbol, exit.price) });
  return {
    kind: 'result',
    coin: symbol,
    text: t('contract.result.toast', { direction: t(`contract.${direction}`) }),
    change: changeOf(order),
    detail: [t(`orders.outcome.${outcome}`), prices].filter(Boolean).join(' · '),
    action: { label: t('contract.result.receipt'), to: `/contract/receipt/${id}` },
  };
}
