import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { useId } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { useTradeKeys } from './Keys.tsx';
import styles from './Ticket.module.css';
import type { Ticket } from './use-ticket.ts';
import { useReason } from './use-ticket.ts';

/** The id of the message about the missing amount. */
export const shortId = 'contract-short';

const sideKeys = { long: 'B', short: 'S' } as const;

type OrderButtonsProps = {
  ticket: Ticket;
  /** The direction of the order being sent. */
  sending: Direction | undefined;
  onPress: (direction: Direction, byKey: boolean) => void;
};

export function OrderButtons({ ticket, sending, onPress }: OrderButtonsProps) {
  const { t } = useWords();
  const reason = useReason(ticket);
  const own = useId();
  const isShort = ticket.obstacle?.kind === 'short';
  const hint = reason ? own : isShort ? shortId : undefined;
  const disabled = (reason !== undefined || isShort) && sending === undefined;
  const hasKeys = useTradeKeys();
  useKeys({ b: () => onPress('long', true), s: () => onPress('short', true) }, hasKeys && !disabled && !sending);
  const button = (direction: Direction, kind: 'up' | 'down') => (
    <Button
      kind={kind}
      icon={sending === direction ? undefined : kind}
      sub={t(`contract.${direction}Means`)}
      busy={sending === direction}
      disabled={disabled || (sending !== undefined && sending !== direction)}
      aria-keyshortcuts={hasKeys ? sideKeys[direction] : undefined}
      aria-describedby={hint}
      onClick={() => onPress(direction, false)}
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
