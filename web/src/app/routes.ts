import { galleryPages } from '../dev/pages.ts';
import { matchPath } from '../lib/router.tsx';
import type { WordKey } from '../lib/words.tsx';
import { pages, tabs } from './pages.ts';

// The condition is written out here, or the bundler would not leave the gallery out of a release.
const gallery = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1' ? galleryPages() : [];

/** What the router knows beside the tabs. */
const routes = [...pages, ...gallery];

const openPages = [...tabs, ...routes].filter(({ open }) => open);
/** Whether somebody who is not logged in may open this address. */
export const isOpen = (pathname: string): boolean =>
  openPages.some(({ path }) => matchPath(path, pathname) !== undefined);

/** The page at an address that is no tab. */
export const routeAt = (pathname: string) => routes.find(({ path }) => matchPath(path, pathname));

/** The page at an address; undefined when there is none. */
export const pageAt = (pathname: string) => tabs.find(({ path }) => matchPath(path, pathname)) ?? routeAt(pathname);

/** The title of the page at an address. */
export const titleOf = (pathname: string): WordKey => pageAt(pathname)?.title ?? 'titles.notFound';

/** Where the back arrow of the page at an address leads whoever came in by it. */
export const parentOf = (pathname: string): string => pageAt(pathname)?.parent ?? '/home';
