import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { choose, useIsHere } from './choices.ts';

type TicketChoice = { direction: Direction; seconds: number };
/** The order to repeat, until the ticket has taken it over. */
const useTicketChoice = create<{ choice: TicketChoice | undefined }>(() => ({ choice: undefined }));

/** Fills in the ticket with the values of an order. Nothing is sent. */
export function askAgain({ symbol, direction, seconds, stake }: Order): void {
  choose({ symbol, seconds, stake });
  useTicketChoice.setState({ choice: { direction, seconds } });
}

/** Calls `show` once the ticket is on the screen and filled in. */
export function useRepeatedOrder(show: (choice: TicketChoice) => void): void {
  const isHere = useIsHere();
  const choice = useTicketChoice(({ choice }) => choice);
  const onChoice = useEffectEvent(show);
  useEffect(() => {
    if (!isHere || !choice) return;
    useTicketChoice.setState({ choice: undefined });
    onChoice(choice);
  }, [isHere, choice]);
}
