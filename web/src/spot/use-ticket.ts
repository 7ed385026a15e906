import { formatExact } from '@glasshouse/kit/format.ts';
import { tidyDecimal, writeTidily } from '@glasshouse/protocol/decimal';
import { type Coin, coinBySymbol } from '@glasshouse/protocol/market/coins';
import { type Currency, formatUnits, parseUnits, scales } from '@glasshouse/protocol/money';
import type { Side } from '@glasshouse/protocol/spot/terms';
import { useAccount } from '../lib/account.ts';
import { heldIn, useOverview } from '../lib/assets.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { useQuotePart } from '../lib/use-quotes.ts';
import { useWords } from '../lib/words.tsx';
import { drawOf, together } from '../trading/FromFunding.tsx';
import { spotPractice, usePracticeWallet } from '../trading/practice/trades.ts';
import {
  dealOf,
  givenIn,
  type Holdings,
  type Obstacle,
  obstacleOf,
  priceUnits,
  type Rules,
  receivedIn,
  type SpotQuote,
} from './amounts.ts';
import { useChoices } from './choices.ts';
import { useHoldings } from './spot.ts';

type Purse = {
  holdings: Holdings | undefined;
  fund: string | undefined;
  /** Only for practice orders: whether another one is open on this device. */
  practice?: { isTaken: boolean };
};

/**
 * The balances that pay for orders: the spot wallet and Funding, or practice on this device. `undefined` until loaded.
 */
function usePurse(): Purse {
  const { user } = useAccount();
  const { data: overview } = useOverview(user !== null);
  const { data: holdings } = useHoldings(user !== null);
  const practice = usePracticeWallet();
  const isTaken = spotPractice.useOpen() !== undefined;
  if (!user) return { holdings: practice, fund: '0.00', practice: { isTaken } };
  return { holdings, fund: overview && (heldIn(overview, 'fund') ?? '0.00') };
}

export type Ticket = {
  rules: Rules;
  coin: Coin;
  side: Side;
  /** `undefined` until there is a tick, like the price. */
  quote: SpotQuote | undefined;
  price: string | undefined;
  gives: Currency;
  gets: Currency;
  unit: Currency;
  typed: string;
  /** The amount given, in minor units and as it would be sent; and the approximate amount received. */
  given: bigint;
  sent: string;
  received: bigint;
  /**
   * The balance of the given currency in the spot wallet, and the amount available including Funding for USDT.
   * `undefined` until loaded.
   */
  own: string | undefined;
  held: string | undefined;
  /** The amount drawn from Funding, if any. */
  move: string | undefined;
  obstacle: Obstacle | undefined;
  practice?: { isTaken: boolean } | undefined;
};

/** The order being prepared, and what prevents sending it. */
export function useTicket(rules: Rules): Ticket {
  const { holdings, fund, practice } = usePurse();
  const { symbol, side, unit: chosen, typed } = useChoices();
  const coin = coinBySymbol(symbol) ?? coinBySymbol('BTC')!;
  const price = useQuotePart(coin.symbol, (quote) => quote.price);
  const [gives, gets] = [givenIn({ symbol: coin.symbol, side }), receivedIn({ symbol: coin.symbol, side })];
  const unit = chosen === 'usdt' ? 'USDT' : coin.symbol;
  const quote =
    price === undefined ? undefined : { coin, side, spreadBp: rules.spreadBp, price: priceUnits(coin, price) };
  const { given, received } = quote && typed ? dealOf(quote, unit, typed) : { given: 0n, received: 0n };
  const own =
    holdings &&
    (side === 'buy' ? holdings.usdt : (holdings.coins.find((each) => each.symbol === coin.symbol)?.amount ?? '0.00'));
  const held = side === 'buy' ? together(own, fund) : own;
  const units = held === undefined ? undefined : parseUnits(tidyDecimal(held), gives);
  return {
    ...{ rules, coin, side, quote, price, gives, gets, unit, typed, given, received, own, held, practice },
    sent: formatUnits(given, gives),
    move: side === 'buy' && given > 0n ? drawOf(formatUnits(given, gives), own, fund) : undefined,
    obstacle: quote && given > 0n ? obstacleOf(quote, given, rules, units) : undefined,
  };
}

/** Why no order can be sent; `undefined` if one can. A lack of USDT is shown elsewhere, where it can be fixed. */
export function useReason({ quote, given, gives, side, held, obstacle, rules, practice }: Ticket): string | undefined {
  const { t } = useWords();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (lost || paused || !quote) return t('contract.closed');
  if (practice?.isTaken) return t('contract.practice.taken');
  const [min, max] = [formatExact(rules.least), formatExact(rules.most)];
  if (given === 0n) return t('spot.enter');
  if (obstacle?.kind === 'below')
    return t(side === 'buy' ? 'ui.amountBelow' : 'spot.worthLess', { min, by: obstacle.by });
  if (obstacle?.kind === 'above') return t('ui.amountAbove', { max, by: formatExact(obstacle.by) });
  if (obstacle?.kind === 'short' && side === 'sell')
    return t('spot.lacksCoin', { by: formatExact(obstacle.by), symbol: gives });
  if (obstacle?.kind === 'short' && practice)
    return t('ui.amountAbove', { max: formatExact(held ?? '0'), by: formatExact(obstacle.by) });
  return undefined;
}

/** Formats minor units: two decimals for USDT, all significant ones for a coin. */
export const amountText = (units: bigint, currency: Currency): string =>
  formatExact(currency === 'USDT' ? writeTidily(roundedDown(units), scales.USDT) : formatUnits(units, currency));
const cent = 10_000n;
const roundedDown = (units: bigint) => (units < cent ? units : units - (units % cent));
