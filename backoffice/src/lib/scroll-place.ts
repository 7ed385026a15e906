import { useLocation } from '@glasshouse/kit/router.tsx';
import { type RefObject, useLayoutEffect, useRef } from 'react';

// Scroll positions by history entry of this tab.
const places = new Map<string, number>();
const maxPlaces = 100;

function keep(key: string, top: number): void {
  places.delete(key);
  places.set(key, top);
  if (places.size > maxPlaces) places.delete(places.keys().next().value!);
}

/** Restores the scroll position when Back or Forward leads to a page. */
export function useScrollPlace<E extends HTMLElement>(): RefObject<E | null> {
  const { key } = useLocation();
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const box = element.current!;
    const known = places.get(key);
    if (known !== undefined) box.scrollTop = known;
    const onScroll = () => keep(key, box.scrollTop);
    onScroll();
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [key]);
  return element;
}
