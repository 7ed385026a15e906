import { useWealthNews } from './use-wealth-news.ts';

/** Whatever page is open, its figures follow what products bring. It comes a little after the first page; the pages of orders listen from the start. */
export function WealthWatch() {
  useWealthNews();
  return null;
}
