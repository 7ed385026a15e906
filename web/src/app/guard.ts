import type { UserInfo } from '@glasshouse/protocol/session';
import { loginPath, samePath } from '../lib/paths.ts';

const visitorPages = ['/login', '/register', '/forget', '/home', '/contract', '/market', '/financial', '/home/more'];
const galleryIsOpen = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1';

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
  if (visitorPages.includes(path) || (galleryIsOpen && path === '/dev/ui')) return undefined;
  return loginPath(path + place.search);
}
