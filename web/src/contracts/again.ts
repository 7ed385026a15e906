import type { Order } from '@glasshouse/protocol/contracts/calls';
import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { choose, useIsHere } from './choices.ts';

type Asked = { direction: Direction; seconds: number };
/** An order that is wanted once more. */
const useAgain = create<{ asked: Asked | undefined }>(() => ({ asked: undefined }));

/** Fills the ticket in as it was for this order. Nothing is sent. */
export function askAgain({ symbol, direction, seconds, stake }: Order): void {
  choose({ symbol, seconds, stake });
  useAgain.setState({ asked: { direction, seconds } });
}

/** Once the ticket is on the screen and filled in. */
export function useAskedAgain(show: (asked: Asked) => void): void {
  const isHere = useIsHere();
  const asked = useAgain((again) => again.asked);
  const onAsked = useEffectEvent(show);
  useEffect(() => {
    if (!isHere || !asked) return;
    useAgain.setState({ asked: undefined });
    onAsked(asked);
  }, [isHere, asked]);
}
