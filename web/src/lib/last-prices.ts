import { formatTime } from '@glasshouse/kit/format.ts';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { quoteOf, useTape } from './quotes.ts';
import { t } from './words.tsx';

/**
 * Stores the last prices for the next visit. public/boot.js shows them with their time before the app's code has
 * loaded.
 */
function storePrices(): void {
  const seen = useTape.getState().symbols.flatMap((symbol) => quoteOf(symbol) ?? []);
  const slot = Math.max(0, ...seen.map((quote) => quote.slot));
  if (slot === 0) return;
  // Only coins with a recent price. A coin watched an hour ago would contradict the displayed time.
  const prices = Object.fromEntries(
    seen.filter((quote) => slot - quote.slot < 10).map(({ symbol, price }) => [symbol, price]),
  );
  const at = slot * slotMs;
  try {
    localStorage.setItem(
      'known',
      JSON.stringify({ at, said: t('app.known', { time: formatTime(at, 'time') }), prices }),
    );
  } catch {
    // Storage may be full or blocked; the next visit then starts without a price.
  }
}

/** Stores the prices when the page is left or hidden. */
export function watchLeaving(): void {
  window.addEventListener('pagehide', storePrices);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && storePrices());
}
