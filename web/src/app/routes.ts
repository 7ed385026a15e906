import { galleryPages } from '../dev/pages.ts';
import { matchPath } from '../lib/router.tsx';
import type { WordKey } from '../lib/words.tsx';
import { pages, tabs } from './pages.ts';

// The condition is repeated here so that the bundler can drop the gallery from a release.
const gallery = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1' ? galleryPages() : [];

/** All routes of the router except the tabs. */
const routes = [...pages, ...gallery];

const openPages = [...tabs, ...routes].filter(({ open }) => open);
/** Whether visitors may open this address without logging in. */
export const isOpen = (pathname: string): boolean =>
  openPages.some(({ path }) => matchPath(path, pathname) !== undefined);

/** The page at an address that isn't a tab. */
export const routeAt = (pathname: string) => routes.find(({ path }) => matchPath(path, pathname));

/** The page at an address; `undefined` if there is none. */
export const pageAt = (pathname: string) => tabs.find(({ path }) => matchPath(path, pathname)) ?? routeAt(pathname);

/** The title of the page at an address. */
export const titleOf = (pathname: string): WordKey => pageAt(pathname)?.title ?? 'titles.notFound';

/** Where the back arrow leads if the page was opened directly. */
export const parentOf = (pathname: string): string => pageAt(pathname)?.parent ?? '/home';
