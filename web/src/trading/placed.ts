import { type RefObject, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { useRoom } from '../lib/room.ts';

/** The order that was placed here a moment ago. */
const usePlaced = create<{ id: string | undefined }>(() => ({ id: undefined }));
export const notePlaced = (id: string): void => usePlaced.setState({ id });

// Once the sheet in which it was confirmed is gone.
const afterSheet = 400;

/** On a phone the row of an order that was just placed may be below the screen: it comes into view, and the focus stays where it is. */
export function useShowPlaced(id: string): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  const isPhone = useRoom() === 'phone';
  const isNew = usePlaced((placed) => placed.id === id) && isPhone;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => {
      usePlaced.setState({ id: undefined });
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      row.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
    }, afterSheet);
    return () => clearTimeout(timer);
  }, [isNew]);
  return row;
}
