import type { Flow } from '@glasshouse/protocol/movements/arrows';

/** The path itself when it stays on this site, `/home` for everything else. */
export function samePath(path: string | null | undefined): string {
  if (!path?.startsWith('/')) return '/home';
  // The parser sees what the browser would: it drops tabs and turns backslashes, and `//host` becomes another origin.
  const url = URL.parse(path, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return '/home';
  return url.pathname + url.search + url.hash;
}

const remembering = (path: string, wanted: string) =>
  wanted === '/' || wanted.startsWith(path) ? path : `${path}?${new URLSearchParams({ to: wanted })}`;

/** Where to log in or open an account, remembering where the visitor wanted to go. */
export const loginPath = (wanted: string): string => remembering('/login', wanted);
export const registerPath = (wanted: string): string => remembering('/register', wanted);

/** Where a movement of money can be acted upon, if there is such a page. */
export const movementPath = (flow: Flow, id: string): string | undefined =>
  flow === 'recharge' ? `/pay/deposit/${id}` : flow === 'withdraw' ? `/pay/record/${id}` : undefined;
