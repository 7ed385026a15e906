import { formatTime } from '@glasshouse/kit/format.ts';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { quoteOf, useTape } from './quotes.ts';
import { t } from './words.tsx';

/** Stores the last prices for the next visit. public/boot.js shows them with their time before the app's code has loaded. */
function storePrices(): void {
  const seen = useTape.getState().symbols.flatMap((symbol) => quoteOf(symbol) ?? []);
  const slot = Math.max(0, ...seen.map((quote) => quote.slot));
  if (slot === 0) return;
  // Each coin of the newest slots; what was watched an hour ago is not what the sentence says.
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
    // Storage may be full or closed to us: the next visit begins without a price.
  }
}

/** When the page is left or hidden. */
export function watchLeaving(): void {
  window.addEventListener('pagehide', storePrices);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && storePrices());
}
