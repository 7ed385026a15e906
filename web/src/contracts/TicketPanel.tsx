import { formatExact } from '@glasshouse/kit/format.ts';
import type { Rules } from '@glasshouse/protocol/contracts/calls';
import { type Direction, isRule } from '@glasshouse/protocol/contracts/settle';
import { useCallback, useRef, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { sentenceOf } from '../lib/call.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useRules } from '../lib/rules.ts';
import { useWords } from '../lib/words.tsx';
import { MoveIn } from '../trading/MoveIn.tsx';
import { OpenProblem } from '../trading/OpenProblem.tsx';
import { PeriodChips } from '../trading/PeriodChips.tsx';
import { percentOf } from '../trading/percents.ts';
import { SlipAlarm } from '../trading/SlipAlarm.tsx';
import { useUnreadDoubt } from '../trading/slips.ts';
import { useOpen } from '../trading/use-open.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { dismissToast } from '../ui/toast.ts';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { choose, useIsHere } from './choices.ts';
import { NextTerms } from './NextTerms.tsx';
import { Odds } from './Odds.tsx';
import { OrderButtons, shortId } from './OrderButtons.tsx';
import { contractOpened } from './opened.ts';
import { usePositions } from './positions.ts';
import { StakeField } from './StakeField.tsx';
import styles from './Ticket.module.css';
import { useTicket } from './use-ticket.ts';

/** Where an order is put together. The odds stand above the buttons whenever those can be pressed. */
export function TicketPanel({ symbol }: { symbol: string }) {
  const { t } = useWords();
  const { data: rules, error, isFetching, refetch } = useRules();
  if (rules && !isRule(rules.rule))
    return (
      <ErrorState
        title={t('contract.ruleUnknown')}
        text={t('contract.ruleUnknownText')}
        onRetry={() => window.location.reload()}
      />
    );
  if (rules) return <Ticket symbol={symbol} rules={rules} />;
  if (error) {
    return (
      <ErrorState
        title={t('contract.rulesFailed')}
        text={t('contract.rulesFailedText')}
        detail={sentenceOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.ticket} aria-hidden="true">
      <Skeleton height={50} radius={12} />
      <Skeleton height={48} radius={12} />
      <Skeleton height={54} radius={12} />
    </div>
  );
}

function Ticket({ symbol, rules }: { symbol: string; rules: Rules }) {
  const { t } = useWords();
  const { user } = useAccount();
  const isHere = useIsHere();
  const asks = usePreferences(({ confirmOrders }) => confirmOrders);
  const ticket = useTicket(rules);
  const { term, amount, obstacle } = ticket;
  const [asked, setAsked] = useState<Direction>();
  const acts = useRef<HTMLDivElement>(null);
  const doubted = useUnreadDoubt();
  const { data: positions } = usePositions(user !== null);
  const opening = useOpen(
    contractOpened,
    positions?.orders,
    useCallback(() => setAsked(undefined), []),
  );
  const send = (direction: Direction) => {
    if (amount && !obstacle) opening.open({ symbol, direction, stake: amount, rule: rules.rule, ...term });
  };
  const press = (direction: Direction) => {
    if (!opening.isUndecided) opening.reset();
    // A toast about the last order would cover the button of this one.
    dismissToast();
    if (asks) setAsked(direction);
    else send(direction);
  };
  return (
    <section className={styles.ticket} aria-label={t('contract.ticket')}>
      <PeriodChips
        label={t('contract.period')}
        periods={rules.periods.map(({ seconds, returnBp }) => ({
          seconds,
          name: t('ui.seconds', { seconds }),
          sub: `+${percentOf(returnBp)}`,
        }))}
        value={term.seconds}
        onChange={(seconds) => choose({ seconds })}
      />
      <NextTerms next={rules.next} />
      <StakeField ticket={ticket} />
      {user && (
        <MoveIn
          id={shortId}
          wallet="contract"
          amount={amount}
          available={ticket.available}
          fund={ticket.fund}
          missing={obstacle?.kind === 'short' ? t('contract.missing', { by: formatExact(obstacle.by) }) : undefined}
          onLeave={() => acts.current?.focus({ preventScroll: true })}
        />
      )}
      <div ref={acts} tabIndex={-1} className={styles.act}>
        <Odds units={ticket.units} returnBp={term.returnBp} />
        {user && doubted ? (
          <SlipAlarm slip={doubted} />
        ) : (
          <OrderButtons
            ticket={ticket}
            sending={opening.isPending ? opening.wish?.direction : undefined}
            onPress={press}
          />
        )}
        {!asked && <OpenProblem opening={opening} />}
      </div>
      <ConfirmSheet
        open={asked !== undefined && isHere && !doubted}
        symbol={symbol}
        direction={asked ?? 'long'}
        ticket={ticket}
        opening={opening}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && send(asked)}
      />
    </section>
  );
}
