import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { isTyping } from '../lib/keys.ts';
import { useRoom } from '../lib/room.ts';

/** The order that was placed here a moment ago. */
const usePlaced = create<{ id: string | undefined }>(() => ({ id: undefined }));
export const notePlaced = (id: string): void => usePlaced.setState({ id });

// Once the sheet in which it was confirmed is gone.
const afterSheet = 400;

function comeIntoView(element: HTMLElement | null): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
}

// Orders whose row was on the screen when it went; their cards may come later.
let seenLeaving: readonly string[] = [];
const most = 20;

/** Whether its middle can be seen: on the screen, and under no bar and no sheet. */
function isSeen(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** On a phone the row of an order that was just placed may be below the screen: it comes into view, and the focus stays where it is. */
export function useShowPlaced(id: string): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  const isPhone = useRoom() === 'phone';
  const isNew = usePlaced((placed) => placed.id === id) && isPhone;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => {
      usePlaced.setState({ id: undefined });
      comeIntoView(row.current);
    }, afterSheet);
    return () => clearTimeout(timer);
  }, [isNew]);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      const others = seenLeaving.filter((each) => each !== id);
      seenLeaving = element && isSeen(element) ? [...others, id].slice(-most) : others;
    };
  }, [id]);
  return row;
}

/** A result comes into view where its row was seen until it ended, on a phone and once, unless somebody types. */
export function useShowEnded(id: string, floats: boolean): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const isPhone = useRoom() === 'phone';
  useEffect(() => {
    const wasSeen = seenLeaving.includes(id);
    seenLeaving = seenLeaving.filter((each) => each !== id);
    if (wasSeen && isPhone && !floats && !isTyping()) comeIntoView(card.current);
  }, [id, floats, isPhone]);
  return card;
}
