import type { Rules } from '@glasshouse/protocol/contracts/calls';
import { type Direction, isRule } from '@glasshouse/protocol/contracts/settle';
import { useCallback, useRef, useState } from 'react';
import { useAccount } from '../lib/account.ts';
import { sentenceOf } from '../lib/call.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useWords } from '../lib/words.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { dismissToast } from '../ui/toast.ts';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { useIsHere } from './choices.ts';
import { MoveIn } from './MoveIn.tsx';
import { NextTerms } from './NextTerms.tsx';
import { Odds } from './Odds.tsx';
import { OpenProblem } from './OpenProblem.tsx';
import { OrderButtons } from './OrderButtons.tsx';
import { PeriodChips } from './PeriodChips.tsx';
import { usePositions } from './positions.ts';
import { useRules } from './rules.ts';
import { SlipAlarm } from './SlipAlarm.tsx';
import { StakeField } from './StakeField.tsx';
import { useUnreadDoubt } from './slips.ts';
import styles from './Ticket.module.css';
import { useOpen } from './use-open.ts';
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
    positions?.orders,
    rules,
    useCallback(() => setAsked(undefined), []),
  );
  const send = (direction: Direction) => {
    if (amount && !obstacle) opening.open({ symbol, direction, stake: amount, ...term });
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
      <PeriodChips periods={rules.periods} value={term.seconds} />
      <NextTerms next={rules.next} />
      <StakeField ticket={ticket} />
      {user && <MoveIn ticket={ticket} onLeave={() => acts.current?.focus({ preventScroll: true })} />}
      <div ref={acts} tabIndex={-1} className={styles.act}>
        <Odds units={ticket.units} returnBp={term.returnBp} />
        {user && doubted ? (
          <SlipAlarm slip={doubted} />
        ) : (
          <OrderButtons ticket={ticket} sending={opening.isPending ? opening.direction : undefined} onPress={press} />
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
