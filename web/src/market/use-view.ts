import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from '../lib/router.tsx';

export type View = { name: 'list' } | { name: 'tape' } | { name: 'symbol'; symbol: string };

/**
 * The current view of the market tab. A coin's chart and the tape have addresses below the tab's own, so that visitors
 * can open them.
 */
export function useView(): View {
  const { pathname, search } = useLocation();
  const isHere = /^\/market\/*$/.test(pathname);
  // While another tab is shown, the address isn't this tab's, so it keeps its state.
  const [own, setOwn] = useState(search);
  if (isHere && own !== search) setOwn(search);
  const query = new URLSearchParams(own);
  const symbol = query.get('symbol');
  if (symbol) return { name: 'symbol', symbol: symbol.toUpperCase() };
  return { name: query.get('view') === 'tape' ? 'tape' : 'list' };
}

/** Every view keeps its own scroll position, and a newly opened view gets the focus. */
export function useViewPlace(key: string): void {
  const places = useRef(new Map<string, { y: number; focus?: Element | null }>());
  const current = useRef(key);
  useEffect(() => {
    const remember = () =>
      places.current.set(current.current, { ...places.current.get(current.current), y: window.scrollY });
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    if (current.current === key) return;
    const left = places.current.get(current.current);
    places.current.set(current.current, { y: left?.y ?? 0, focus: document.activeElement });
    current.current = key;
    const place = places.current.get(key);
    window.scrollTo(0, place?.y ?? 0);
    const focus = place?.focus?.checkVisibility() ? place.focus : visibleHeading();
    if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  }, [key]);
}

function visibleHeading(): HTMLElement | undefined {
  const heading = [...document.querySelectorAll<HTMLElement>('h1')].find((each) => each.checkVisibility());
  heading?.setAttribute('tabindex', '-1');
  return heading;
}
