import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { type RefObject, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { choose, chooseSize } from './choices.ts';

/** Whether the user wants to repeat an order. */
const useAgain = create<{ asked: boolean }>(() => ({ asked: false }));

/** Restores coin, life, side, strike and size. Nothing is bought: that always takes the button with its price. */
export function askAgain({ symbol, side, seconds, strike, size }: OptionOrder): void {
  choose({
    symbol,
    side,
    strike,
    ...(isFlash(seconds) ? { view: 'flash', flash: seconds } : { view: 'clock', clock: seconds }),
  });
  chooseSize(symbol, size);
  useAgain.setState({ asked: true });
}

/** Scrolls to the filled ticket once it is on the screen. */
export function useRepeatedOrder(): RefObject<HTMLElement | null> {
  const ticket = useRef<HTMLElement>(null);
  const asked = useAgain((again) => again.asked);
  useEffect(() => {
    if (!asked) return;
    useAgain.setState({ asked: false });
    ticket.current?.focus({ preventScroll: true });
    ticket.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  return ticket;
}
