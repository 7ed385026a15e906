import { tidyDecimal, unitsAt } from '@glasshouse/protocol/decimal';
import type { Coin } from '@glasshouse/protocol/market/coins';
import { parseUnits } from '@glasshouse/protocol/money';
import { useAccount } from '../lib/account.ts';
import { heldIn, useOverview } from '../lib/assets.ts';
import { drawOf, together } from '../trading/FromFunding.tsx';
import { optionPractice } from '../trading/practice/options.ts';
import { usePracticeBalance } from '../trading/practice/store.ts';
import { useChoices } from './choices.ts';
import { usePositions } from './positions.ts';
import { sizeText, usualSize } from './size.ts';

export type Size = {
  /** As typed; `amount` is the value to send, or `undefined` if it isn't an amount. */
  typed: string;
  amount: string | undefined;
  /** In 10^-8 coin, or zero. */
  units: bigint;
};

/** The size to buy: as typed last, otherwise the usual size. */
export function useSize({ symbol, decimals }: Coin, price: string): Size {
  const typedLast = useChoices(({ sizes }) => sizes[symbol]);
  const typed = typedLast || sizeText(usualSize({ decimals }, unitsAt(price, decimals) || 1n));
  const parsed = parseUnits(typed.replace(/\.$/, ''), symbol) ?? 0n;
  return { typed, amount: parsed > 0n ? tidyDecimal(typed) : undefined, units: parsed };
}

type Money = {
  held: string | undefined;
  available: string | undefined;
  /** The amount that a premium draws from Funding, if any. */
  drawFor: (premium: string) => string | undefined;
  paid: string;
  practice?: { isTaken: boolean };
};

/**
 * The balance of the options wallet, that balance together with Funding, and the amount in open options; `undefined`
 * until loaded. Visitors get the practice balance.
 */
export function useMoney(): Money {
  const { user } = useAccount();
  const { data: overview } = useOverview(user !== null);
  const { data: positions } = usePositions(user !== null);
  const balance = usePracticeBalance();
  const practised = optionPractice.useOpen();
  if (!user)
    return {
      held: balance,
      available: balance,
      drawFor: () => undefined,
      paid: practised?.premium ?? '0',
      practice: { isTaken: practised !== undefined },
    };
  const held = overview && (heldIn(overview, 'options') ?? '0.00');
  const fund = overview && (heldIn(overview, 'fund') ?? '0.00');
  return {
    held,
    available: together(held, fund),
    drawFor: (premium: string) => drawOf(premium, held, fund),
    paid: positions?.paid ?? '0',
  };
}
