import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { loginPath, samePath } from '../lib/paths.ts';
import { isOpen, pageAt } from './routes.ts';

type Place = { pathname: string; search: string; hash: string };

/** Addresses that only point to another one. */
function pointsTo({ pathname, search, hash }: Place): string | undefined {
  if (pathname === '/') return '/home';
  if (/^\/finance\/?$/.test(pathname)) return '/finance/finance';
  return pathname.startsWith('/redirect/') ? samePath(pathname.slice('/redirect'.length) + search + hash) : undefined;
}

/** Where to send someone who is not to see this address; undefined when they may. */
export function elsewhere(place: Place, user: UserInfo | null): string | undefined {
  const path = place.pathname.replace(/(?<=.)\/+$/, '');
  const pointed = pointsTo(place);
  if (pointed) return pointed;
  if (user) return path === '/login' ? '/' : undefined;
  // Where there is no page there is nothing to log in for.
  if (isOpen(path) || !pageAt(path)) return undefined;
  return loginPath(path + place.search);
}

/** Whether the log-in page is here or comes next for a visitor: it says that a session has ended. */
export const leadsToLogIn = (place: Place): boolean =>
  place.pathname === '/login' || elsewhere(place, null) !== undefined;
