import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '../lib/router.tsx';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { titleOf } from './routes.ts';

/** The page's own title, then the site's; follows the route, the language and the operators. */
export function usePageTitle(): void {
  const { t, locale } = useWords();
  const site = useSite().title;
  const title = titleOf(useLocation().pathname);
  useEffect(() => {
    document.documentElement.lang = locale;
    document.title = `${t(title)} - ${site}`;
  }, [title, locale, site, t]);
}

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
