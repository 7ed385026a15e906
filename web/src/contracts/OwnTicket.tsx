import { formatExact } from '@glasshouse/kit/format.ts';
import type { Rules } from '@glasshouse/protocol/contracts/calls';
import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { useWords } from '../lib/words.tsx';
import { FromFunding } from '../trading/FromFunding.tsx';
import { SlipAlarm } from '../trading/SlipAlarm.tsx';
import { useUnreadDoubt } from '../trading/slips.ts';
import { useConfirming } from '../trading/use-confirming.ts';
import { useOpen } from '../trading/use-open.ts';
import { shortId } from './OrderButtons.tsx';
import { contractOrders } from './opened.ts';
import { usePositions } from './positions.ts';
import { Ticket } from './Ticket.tsx';
import { usePurse, useTicket } from './use-ticket.ts';

/**
 * A user's ticket: the order is sent to the server and paid from the contract account, which draws what it lacks from
 * the fund account.
 */
export function OwnTicket({ symbol, rules }: { symbol: string; rules: Rules }) {
  const { t } = useWords();
  const ticket = useTicket(rules, usePurse());
  const { obstacle } = ticket;
  const confirming = useConfirming<Direction>();
  const doubted = useUnreadDoubt();
  const { data: positions } = usePositions(true);
  const opening = useOpen(contractOrders, positions?.orders, confirming.close);
  return (
    <Ticket
      symbol={symbol}
      ticket={ticket}
      confirming={confirming}
      opening={opening}
      alarm={doubted && <SlipAlarm slip={doubted} />}
      funding={
        <FromFunding
          id={shortId}
          wallet="contract"
          move={obstacle === undefined ? ticket.move : undefined}
          missing={
            obstacle?.kind === 'short'
              ? { by: obstacle.by, text: t('contract.missing', { by: formatExact(obstacle.by) }) }
              : undefined
          }
        />
      }
    />
  );
}
