import type { Flow } from '@glasshouse/protocol/movements/arrows';

/** Returns the path if it stays on this site, otherwise `/home`. */
export function samePath(path: string | null | undefined): string {
  if (!path?.startsWith('/')) return '/home';
  // Parses the path as a browser does: tabs are dropped, backslashes become slashes, and `//host` is another origin.
  const url = URL.parse(path, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return '/home';
  return url.pathname + url.search + url.hash;
}

const remembering = (path: string, wanted: string) =>
  wanted === '/' || wanted.startsWith(path) ? path : `${path}?${new URLSearchParams({ to: wanted })}`;

/** The log-in and registration addresses, which remember where the visitor wanted to go. */
export const loginPath = (wanted: string): string => remembering('/login', wanted);
export const registerPath = (wanted: string): string => remembering('/register', wanted);

/** The page on which a user can act on a deposit, withdrawal or transfer, if there is one. */
export const movementPath = (flow: Flow, id: string): string | undefined =>
  flow === 'recharge' ? `/pay/deposit/${id}` : flow === 'withdraw' ? `/pay/record/${id}` : undefined;
