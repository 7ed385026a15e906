import { useAccount } from '../lib/account.ts';
import { heldIn, useOverview } from '../lib/assets.ts';
import { spotPractice, usePracticeWallet } from '../trading/practice/trades.ts';
import { type Holdings, useHoldings } from './spot.ts';

type Purse = {
  holdings: Holdings | undefined;
  fund: string | undefined;
  /** Of a visitor, who practises on this device: whether an order is open there. */
  practice?: { isTaken: boolean };
};

/** What orders are paid from: the spot wallet and Funding, or practice on this device. Undefined until known. */
export function usePurse(): Purse {
  const { user } = useAccount();
  const { data: overview } = useOverview(user !== null);
  const { data: holdings } = useHoldings(user !== null);
  const practice = usePracticeWallet();
  const isTaken = spotPractice.useOpen() !== undefined;
  if (!user) return { holdings: practice, fund: '0.00', practice: { isTaken } };
  return { holdings, fund: overview && (heldIn(overview, 'fund') ?? '0.00') };
}
