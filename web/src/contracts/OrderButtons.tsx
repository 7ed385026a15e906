import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { useId } from 'react';
import { useAccount } from '../lib/account.ts';
import { useWords } from '../lib/words.tsx';
import { WaysIn } from '../trading/WaysIn.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './Ticket.module.css';
import { useReason } from './use-reason.ts';
import type { Ticket } from './use-ticket.ts';

/** The id of the sentence that says what the wallet lacks. */
export const shortId = 'contract-short';

type OrderButtonsProps = {
  ticket: Ticket;
  /** The direction that is on its way. */
  sending: Direction | undefined;
  onPress: (direction: Direction) => void;
};

export function OrderButtons({ ticket, sending, onPress }: OrderButtonsProps) {
  const { t } = useWords();
  const { user } = useAccount();
  const reason = useReason(ticket);
  const own = useId();
  const isShort = ticket.obstacle?.kind === 'short';
  const hint = reason ? own : isShort ? shortId : undefined;
  if (!user) return <WaysIn to="/contract" />;
  const button = (direction: Direction, kind: 'up' | 'down') => (
    <Button
      kind={kind}
      icon={sending === direction ? undefined : kind}
      sub={t(`contract.${direction}Means`)}
      busy={sending !== undefined}
      disabled={(reason !== undefined || isShort) && sending === undefined}
      aria-describedby={hint}
      onClick={() => onPress(direction)}
    >
      {t(`contract.${direction}`)}
    </Button>
  );
  return (
    <>
      <div className={styles.sides}>
        {button('long', 'up')}
        {button('short', 'down')}
      </div>
      {reason && (
        <p id={own} className={styles.reason}>
          {reason}
        </p>
      )}
    </>
  );
}
