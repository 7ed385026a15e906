import { useEffect } from 'react';
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
