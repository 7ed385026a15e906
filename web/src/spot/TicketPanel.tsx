import { formatExact } from '@glasshouse/kit/format.ts';
import type { Side } from '@glasshouse/protocol/spot/terms';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useAccount } from '../lib/account.ts';
import { useViewport } from '../lib/viewport.ts';
import { useWords, Words } from '../lib/words.tsx';
import { FromFunding } from '../trading/FromFunding.tsx';
import { type Opening, OpenProblem } from '../trading/OpenProblem.tsx';
import { spreadText } from '../trading/percents.ts';
import { PracticeNote } from '../trading/practice/PracticeNote.tsx';
import { usePracticeWallet } from '../trading/practice/trades.ts';
import { SlipAlarm } from '../trading/SlipAlarm.tsx';
import { useUnreadDoubt } from '../trading/slips.ts';
import { type Confirming, useConfirming } from '../trading/use-confirming.ts';
import { useOpen } from '../trading/use-open.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { Segments } from '../ui/Segments.tsx';
import { TimeText } from '../ui/TimeText.tsx';
import { dismissToast } from '../ui/toast.ts';
import { useTapped } from '../ui/use-code.ts';
import { AmountBox } from './AmountBox.tsx';
import type { Rules } from './amounts.ts';
import { choose, chooseAndClear } from './choices.ts';
import { spotOrders } from './opened.ts';
import { tradeOpening } from './practice/order.ts';
import styles from './Spot.module.css';
import type { Wish } from './spot.ts';
import { Terms } from './Terms.tsx';
import { amountText, type Ticket, useReason, useTicket } from './use-ticket.ts';

const panel = 'spot-ticket';

/**
 * The order form with the result of the order, and the button within reach of the thumb. On a phone, `children` come
 * before the bar at the bottom.
 */
export function TicketPanel({ rules, children }: { rules: Rules; children: ReactNode }) {
  const { t } = useWords();
  const { user } = useAccount();
  const ticket = useTicket(rules);
  // The bar is at the bottom of a phone, and below the ticket elsewhere.
  const isPhone = useViewport() === 'phone';
  const { side, obstacle } = ticket;
  const isShort = obstacle?.kind === 'short' && side === 'buy';
  // There are coins to sell, or an open order is about to be filled.
  const canGoOn = usePracticeWallet().coins.length > 0 || ticket.practice?.isTaken;
  return (
    <>
      <Segments
        label={t('spot.side')}
        value={side}
        panel={panel}
        onChange={(next) => chooseAndClear({ side: next })}
        options={[
          { value: 'buy', label: t('spot.buy') },
          { value: 'sell', label: t('spot.sell') },
        ]}
      />
      <div id={panel} role="tabpanel" className={styles.ticket} aria-label={t(`spot.${side}`)}>
        <AmountBox ticket={ticket} />
        {rules.next && (
          <p className={styles.next} role="status">
            <Words k="spot.next" time={<TimeText at={rules.next.from} />} spread={spreadText(rules.next.spreadBp)} />
          </p>
        )}
        {user && side === 'buy' && (
          <FromFunding
            id="spot-short"
            wallet="spot"
            move={obstacle === undefined ? ticket.move : undefined}
            missing={
              isShort ? { by: obstacle.by, text: t('spot.missing', { by: formatExact(obstacle.by) }) } : undefined
            }
          />
        )}
        <Terms ticket={ticket} />
        {/* The bar at the bottom of a phone has no room for it above the tabs. */}
        {user && isPhone && <p className={styles.help}>{t('spot.promise')}</p>}
        {!user && <PracticeNote min={canGoOn ? '0' : rules.least} to={`/spot?symbol=${ticket.coin.symbol}`} />}
      </div>
      {isPhone && children}
      <ActionBar note={user && !isPhone && t('spot.promise')}>
        <div className={styles.acts}>
          {user ? <OwnAct ticket={ticket} isShort={isShort} /> : <PracticeAct ticket={ticket} />}
        </div>
      </ActionBar>
      {!isPhone && children}
    </>
  );
}

/** A user's button. */
function OwnAct({ ticket, isShort }: { ticket: Ticket; isShort: boolean }) {
  const doubted = useUnreadDoubt();
  const confirming = useConfirming<Side>();
  const opening = useOpen(spotOrders, undefined, useAfterOpening(confirming.close));
  if (doubted) return <SlipAlarm slip={doubted} />;
  return <Act {...{ ticket, isShort, confirming, opening }} />;
}

/** The button of a visitor, whose orders only this device knows. */
function PracticeAct({ ticket }: { ticket: Ticket }) {
  const confirming = useConfirming<Side>();
  const opened = useAfterOpening(confirming.close);
  const opening = useMemo(() => tradeOpening(opened), [opened]);
  return <Act isShort={false} {...{ ticket, confirming, opening }} />;
}

const useAfterOpening = (close: () => void) =>
  useCallback(() => {
    choose({ typed: '' });
    close();
  }, [close]);

type ActProps = {
  ticket: Ticket;
  isShort: boolean;
  confirming: Confirming<Side>;
  opening: Opening & { open: (wish: Wish) => void; reset: () => void; isPending: boolean };
};

function Act({ ticket, isShort, confirming, opening }: ActProps) {
  const { t } = useWords();
  const reason = useReason(ticket);
  const { coin, side, given, gives, sent, rules, move } = ticket;
  const { isOpen, close } = confirming;
  const ConfirmSheet = useTapped(isOpen, async () => (await import('./ConfirmSheet.tsx')).ConfirmSheet, close);
  const send = () =>
    opening.open({ symbol: coin.symbol, side, given: sent, spreadBp: rules.spreadBp, rule: rules.rule, move });
  const press = () => {
    if (!opening.isUndecided) opening.reset();
    dismissToast();
    confirming.press(side, move !== undefined, send);
  };
  const names = { symbol: coin.symbol, amount: amountText(given, gives), currency: gives };
  return (
    <>
      {!isOpen && <OpenProblem opening={opening} />}
      <Button
        kind={side === 'buy' ? 'up' : 'down'}
        className={styles.act}
        busy={opening.isPending}
        disabled={(reason !== undefined || isShort) && !opening.isPending}
        hint={opening.isPending ? undefined : reason}
        {...(isShort && { 'aria-describedby': 'spot-short' })}
        onClick={press}
      >
        {given > 0n ? t(`spot.act.${side}`, names) : t(`spot.actBare.${side}`, names)}
      </Button>
      {ConfirmSheet && (
        <ConfirmSheet
          {...{ ticket, confirming, opening, reason }}
          act={t(`spot.act.${side}`, names)}
          onConfirm={send}
        />
      )}
    </>
  );
}
