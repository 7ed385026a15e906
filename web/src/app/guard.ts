import type { UserInfo } from '@glasshouse/protocol/session/calls';
import { loginPath, samePath } from '../lib/paths.ts';
import { isOpen, pageAt } from './routes.ts';

type Place = { pathname: string; search: string; hash: string };

/** Redirects of addresses that only point to another one. */
function pointsTo({ pathname, search, hash }: Place): string | undefined {
  if (pathname === '/') return '/home';
  if (/^\/finance\/?$/.test(pathname)) return '/finance/finance';
  return pathname.startsWith('/redirect/') ? samePath(pathname.slice('/redirect'.length) + search + hash) : undefined;
}

/** Where to send a user who may not see this address. Returns `undefined` if they may. */
export function elsewhere(place: Place, user: UserInfo | null): string | undefined {
  const path = place.pathname.replace(/(?<=.)\/+$/, '');
  const pointed = pointsTo(place);
  if (pointed) return pointed;
  if (user) return path === '/login' ? '/' : undefined;
  // An address without a page needs no log-in.
  if (isOpen(path) || !pageAt(path)) return undefined;
  return loginPath(path + place.search);
}

/** Whether a visitor is on the log-in page or about to be sent there. That page says that the session has ended. */
export const leadsToLogIn = (place: Place): boolean =>
  place.pathname === '/login' || elsewhere(place, null) !== undefined;
