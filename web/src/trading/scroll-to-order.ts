import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { isTyping } from '../lib/keys.ts';
import { useViewport } from '../lib/viewport.ts';

/** The order just placed on this page. */
const useNewOrder = create<{ id: string | undefined }>(() => ({ id: undefined }));
export const noteNewOrder = (id: string): void => useNewOrder.setState({ id });

// Milliseconds. By then the confirmation sheet has closed, or a double tap on the order button has ended.
const afterTap = 600;
const scrolls = 500;
const settles = 500;

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();
/** The section of the element ignores taps for a time. A second tap on an order button would hit a link that has moved under the finger. */
function ignoreTaps(element: HTMLElement | null, time: number): void {
  const section = element?.parentElement?.closest('section');
  if (!section) return;
  clearTimeout(timers.get(section));
  section.style.pointerEvents = 'none';
  timers.set(
    section,
    setTimeout(() => section.style.removeProperty('pointer-events'), time),
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  ignoreTaps(element, scrolls + settles);
  element?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
}

// Orders whose row was visible when it was removed; their result cards may appear later.
let seenLeaving: readonly string[] = [];
const maxSeen = 20;

/** Whether the middle of an element is on the screen and not covered by a bar or a sheet. */
function isSeen(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** On a phone, scrolls the row of an order just placed into view, unless the user is typing. */
export function useScrollToNewOrder(id: string): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  const isPhone = useViewport() === 'phone';
  const isNew = useNewOrder((order) => order.id === id) && isPhone;
  useEffect(() => {
    if (!isNew) return;
    const wait = setTimeout(() => {
      useNewOrder.setState({ id: undefined });
      if (!isTyping()) scrollIntoView(row.current);
    }, afterTap);
    return () => clearTimeout(wait);
  }, [isNew]);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      const others = seenLeaving.filter((each) => each !== id);
      seenLeaving = element && isSeen(element) ? [...others, id].slice(-maxSeen) : others;
    };
  }, [id]);
  return row;
}

/** On a phone, scrolls a result into view once if its row was visible until it ended, unless the user is typing. */
export function useScrollToResult(id: string): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const isPhone = useViewport() === 'phone';
  useEffect(() => {
    const wasSeen = seenLeaving.includes(id);
    seenLeaving = seenLeaving.filter((each) => each !== id);
    if (wasSeen && isPhone && !isTyping()) scrollIntoView(card.current);
  }, [id, isPhone]);
  return card;
}
