const kept = 'glasshouse_copy_link';

/** A mail program may have cut it off. */
export const isWhole = (token: string): boolean => /^[\w-]{43}$/.test(token);

/** What the link in the message holds. It is kept for this tab, as somebody may have to log in first. */
export function tokenIn(hash: string): string | null {
  const token = hash.slice(1);
  if (isWhole(token)) sessionStorage.setItem(kept, token);
  return token || sessionStorage.getItem(kept);
}

/** The link is used up, or no longer good. */
export const forgetLink = (): void => sessionStorage.removeItem(kept);
