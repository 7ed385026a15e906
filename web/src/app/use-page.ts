import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '../lib/router.tsx';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { titleOf } from './routes.ts';

/**
 * Sets the window title: the page's title, then the site's. Follows the route, the language and the operators'
 * settings.
 */
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
 * Remembers the scroll position of each page, because all pages scroll the same window. A tab is identified by its
 * path, so it always returns to its position. A sub-page is identified by its history entry, so a newly opened one
 * starts at the top.
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
