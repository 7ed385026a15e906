import type { Rules } from '@glasshouse/protocol/contracts/calls';
import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { useMemo } from 'react';
import { contractPractice, longestPractice } from '../../trading/practice/contracts.ts';
import { practiceOpening } from '../../trading/practice/opening.ts';
import { PracticeNote } from '../../trading/practice/PracticeNote.tsx';
import { usePracticeBalance } from '../../trading/practice/store.ts';
import { SignUpLinks } from '../../trading/SignUpLinks.tsx';
import { useConfirming } from '../../trading/use-confirming.ts';
import type { Wish } from '../acceptance.ts';
import { announceOpened } from '../opened.ts';
import ticketStyles from '../Ticket.module.css';
import { Ticket } from '../Ticket.tsx';
import { useTicket } from '../use-ticket.ts';
import { practiceOrder } from './order.ts';
import { PracticePositions } from './positions.ts';

/** A visitor's ticket: the same terms and the same tape, for an order that only this device knows. */
export function PracticeTicket({ symbol, rules }: { symbol: string; rules: Rules }) {
  const periods = rules.periods.filter(({ seconds }) => seconds <= longestPractice);
  if (periods.length === 0)
    return (
      <div className={ticketStyles.ticket}>
        <SignUpLinks to="/contract" />
      </div>
    );
  return <Offered symbol={symbol} rules={{ ...rules, periods }} />;
}

/** Opens a contract on this device. */
const contractOpening = (onOpened: () => void) =>
  practiceOpening(
    {
      orders: contractPractice,
      make: (wish: Wish, { slot }, now) => practiceOrder(wish, slot, now),
      announceOpened,
    },
    onOpened,
  );

function Offered({ symbol, rules }: { symbol: string; rules: Rules }) {
  const staked = contractPractice.useOpen()?.stake;
  const balance = usePracticeBalance();
  const ticket = useTicket(rules, {
    held: balance,
    fund: undefined,
    isCounting: false,
    staked,
    practice: { isTaken: staked !== undefined },
  });
  const confirming = useConfirming<Direction>();
  const { close } = confirming;
  const opening = useMemo(() => contractOpening(close), [close]);
  // Preloads the list below, which will show the order.
  const begin = () => void PracticePositions.load().catch(() => {});
  return (
    <Ticket symbol={symbol} ticket={ticket} confirming={confirming} opening={opening} onBegin={begin}>
      {staked === undefined && <PracticeNote min={rules.minStake} to="/contract" />}
    </Ticket>
  );
}
