/** The path itself when it stays on this site, `/home` for everything else. */
export function samePath(path: string | null | undefined): string {
  if (!path?.startsWith('/')) return '/home';
  // The parser sees what the browser would: it drops tabs and turns backslashes, and `//host` becomes another origin.
  const url = URL.parse(path, location.origin);
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return '/home';
  return url.pathname + url.search + url.hash;
}

/** Where to log in, remembering where the visitor wanted to go. */
export const loginPath = (wanted: string): string =>
  wanted === '/' || wanted.startsWith('/login') ? '/login' : `/login?${new URLSearchParams({ to: wanted })}`;
