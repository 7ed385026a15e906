import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Every page keeps its own place in the one window that scrolls. A tab is known by its path, so it finds its place
 * again whatever happened in between; a sub-page by its history entry, so a new one starts at the top.
 */
export function useScrollMemory(page: string): void {
  const places = useRef(new Map<string, number>());
  const current = useRef(page);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => places.current.set(current.current, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    current.current = page;
    window.scrollTo(0, places.current.get(page) ?? 0);
  }, [page]);
}
