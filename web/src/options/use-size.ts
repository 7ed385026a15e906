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
  /** As typed; `amount` is what would be sent, or undefined when that is no amount. */
  typed: string;
  amount: string | undefined;
  /** In 10^-8 coin, or zero. */
  units: bigint;
};

/** How much of a coin is bought: as typed last, or else the usual size. */
export function useSize({ symbol, decimals }: Coin, price: string): Size {
  const typedLast = useChoices(({ sizes }) => sizes[symbol]);
  const typed = typedLast || sizeText(usualSize({ decimals }, unitsAt(price, decimals) || 1n));
  const parsed = parseUnits(typed.replace(/\.$/, ''), symbol) ?? 0n;
  return { typed, amount: parsed > 0n ? tidyDecimal(typed) : undefined, units: parsed };
}

type Money = {
  held: string | undefined;
  available: string | undefined;
  /** What a premium takes from Funding, if anything. */
  drawFor: (premium: string) => string | undefined;
  paid: string;
  practice?: { isTaken: boolean };
};

/** What the options wallet holds and what it holds together with Funding, and what is in open options; undefined until known. Of a visitor, the same of practice. */
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
