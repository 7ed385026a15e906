import type { Rules } from '@glasshouse/protocol/contracts/calls';
import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { type ReactNode, useRef } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useWords, Words } from '../lib/words.tsx';
import { type Opening, OpenProblem } from '../trading/OpenProblem.tsx';
import { PeriodChips } from '../trading/PeriodChips.tsx';
import { percentOf } from '../trading/percents.ts';
import type { Confirming } from '../trading/use-confirming.ts';
import { TimeText } from '../ui/TimeText.tsx';
import { dismissToast } from '../ui/toast.ts';
import { useTapped } from '../ui/use-code.ts';
import type { Wish } from './acceptance.ts';
import { useRepeatedOrder } from './again.ts';
import { choose, useIsHere } from './choices.ts';
import { Keys, useTradeKeys } from './Keys.tsx';
import { Odds } from './Odds.tsx';
import { OrderButtons } from './OrderButtons.tsx';
import { StakeField } from './StakeField.tsx';
import styles from './Ticket.module.css';
import { type Ticket as TicketState, useReason } from './use-ticket.ts';

/** The announced terms: when they take effect for new contracts, and the return of each period. */
function NextTerms({ next }: { next: Rules['next'] }) {
  const { t } = useWords();
  if (!next) return null;
  const terms = next.periods.map(({ seconds, returnBp }) => `${t('ui.seconds', { seconds })} +${percentOf(returnBp)}`);
  return (
    <p className={styles.next} role="status">
      <Words k="contract.nextTerms" time={<TimeText at={next.from} />} terms={terms.join(', ')} />
    </p>
  );
}

const loadConfirmSheet = async () => (await import('./ConfirmSheet.tsx')).ConfirmSheet;
/** Preloads the sheet, because a user who touches the ticket is about to need it. */
const fetchAhead = () => void loadConfirmSheet().catch(() => {});

type TicketProps = {
  symbol: string;
  ticket: TicketState;
  confirming: Confirming<Direction>;
  opening: Opening & {
    open: (wish: Wish) => void;
    reset: () => void;
    isPending: boolean;
    wish: Pick<Wish, 'direction'> | undefined;
  };
  /** Replaces the buttons while it blocks every order. */
  alarm?: ReactNode;
  onBegin?: () => void;
  /** The amount drawn from Funding. */
  funding?: ReactNode;
  children?: ReactNode;
};

/** The order form. The odds are visible above the buttons whenever the buttons can be pressed. */
export function Ticket({ symbol, ticket, confirming, opening, alarm, onBegin, funding, children }: TicketProps) {
  const { t } = useWords();
  const isHere = useIsHere();
  const acts = useRef<HTMLDivElement>(null);
  const { rules, term, amount, obstacle, move, isCounting } = ticket;
  const hasKeys = useTradeKeys();
  useKeys(
    Object.fromEntries(rules.periods.map(({ seconds }, place) => [String(place + 1), () => choose({ seconds })])),
    hasKeys,
  );
  const isConfirming = confirming.isOpen && isHere && !alarm;
  const ConfirmSheet = useTapped(isConfirming, loadConfirmSheet, confirming.close);
  const send = (direction: Direction) => {
    if (amount && !obstacle && !isCounting)
      opening.open({ symbol, direction, stake: amount, rule: rules.rule, move, ...term });
  };
  const begin = () => {
    onBegin?.();
    if (!opening.isUndecided) opening.reset();
    // A toast about the last order would cover the button of this one.
    dismissToast();
  };
  const press = (direction: Direction, byKey: boolean) => {
    begin();
    // Drawing from Funding is always confirmed, and so is a key press, because a key is hit by accident more easily
    // than a button.
    confirming.press(direction, move !== undefined || isCounting || byKey, send, byKey);
  };
  const reason = useReason(ticket);
  // A repeated order is always confirmed; anything that prevents it is shown next to the buttons.
  useRepeatedOrder(({ direction, seconds }) => {
    begin();
    if (!alarm && !reason && !obstacle && term.seconds === seconds) return confirming.ask(direction);
    acts.current?.focus({ preventScroll: true });
    acts.current?.scrollIntoView({ block: 'center' });
  });
  return (
    <section
      className={styles.ticket}
      aria-label={t('contract.ticket')}
      onPointerDown={fetchAhead}
      onFocus={fetchAhead}
    >
      <PeriodChips
        label={t('contract.period')}
        periods={rules.periods.map(({ seconds, returnBp }) => ({
          seconds,
          name: t('ui.seconds', { seconds }),
          sub: `+${percentOf(returnBp)}`,
        }))}
        value={term.seconds}
        onChange={(seconds) => choose({ seconds })}
        hasKeys={hasKeys}
      />
      <NextTerms next={rules.next} />
      <StakeField ticket={ticket} />
      {funding}
      <div ref={acts} tabIndex={-1} className={styles.act}>
        <Odds units={ticket.units} returnBp={term.returnBp} />
        {alarm || (
          <OrderButtons
            ticket={ticket}
            sending={opening.isPending ? opening.wish?.direction : undefined}
            onPress={press}
          />
        )}
        {!confirming.isOpen && <OpenProblem opening={opening} />}
        {children}
      </div>
      <Keys />
      {ConfirmSheet && (
        <ConfirmSheet
          symbol={symbol}
          confirming={{ ...confirming, isOpen: isConfirming }}
          ticket={ticket}
          opening={opening}
          onConfirm={() => confirming.order && send(confirming.order)}
        />
      )}
    </section>
  );
}
