import { readdirSync } from 'node:fs';
import { compress } from '@glasshouse/kit/compress.ts';
import { words } from '@glasshouse/words/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { preload } from './preload.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:4100';

const pwa = VitePWA({
  registerType: 'prompt',
  // Registered from code: an inline script would break the content security policy.
  injectRegister: null,
  manifest: {
    id: '/',
    name: 'Glasshouse',
    short_name: 'Glasshouse',
    description: 'A practice exchange on paper money, where every price and result can be recomputed.',
    start_url: '/home',
    display: 'standalone',
    background_color: '#f3f6f7',
    theme_color: '#f3f6f7',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
  workbox: {
    globPatterns: ['**/*.{js,css,html,svg,json}', 'static/inter-latin-*-normal-*.woff2'],
    // The curves that check a beacon's rounds come with the first receipt that has rounds.
    globIgnores: ['static/rounds-worker-*.js'],
    navigateFallback: '/index.html',
    // The server's calls, its reference pages and what it tells robots and researchers always go to the server.
    navigateFallbackDenylist: [/^\/index\//, /^\/docs/, /^\/live/, /^\/log\//, /^\/robots\.txt/, /^\/\.well-known\//],
    runtimeCaching: [
      {
        urlPattern: ({ request, sameOrigin }) => sameOrigin && request.destination === 'font',
        handler: 'CacheFirst',
        options: { cacheName: 'fonts', expiration: { maxEntries: 20 } },
      },
    ],
  },
});

/** Matches files by folder and base name. A name without a file stops the build: its code would move to another chunk unnoticed. */
function within(names: Record<string, string>): RegExp {
  for (const [folder, files] of Object.entries(names)) {
    const existing = new Set(readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) => file.split('.')[0]));
    const missing = files.split(' ').filter((file) => !existing.has(file));
    if (missing.length > 0) throw new Error(`web/vite.config.ts: no ${missing.join(', ')} in ${folder}`);
  }
  const folders = Object.entries(names).map(([folder, files]) => `${folder}/(${files.replaceAll(' ', '|')})`);
  return new RegExp(`/(${folders.join('|')})(\\.module)?\\.(tsx?|css)$`);
}
const shell = within({
  'web/src/lib':
    'account assets awaits-practice boot-handoff compact draft focus hidden log-memory look-at-log paths preferences rules seal site stored tape unseen use-quotes viewport words',
  'web/src/ui':
    'base Blank Card Coin Delta LiveQuote Money Note Price Row Segments Sparkline Tabs TimeText Unseen Valuation toast use-code use-when-idle',
  'kit/src': 'Icon classes clock use-roving',
  'protocol/src/orders': 'product-names',
});
const coins = within({ 'web/src/lib': 'favourites', 'protocol/src/market': 'coins' });
const rules = within({
  'kit/src': 'Tag save-file tick-number',
  'protocol/src': 'money shape',
  'protocol/src/contracts': 'settle slip',
  'protocol/src/orders': 'order-form slip tape-rule',
  'web/src/lib': 'period-words',
});
const trade = within({
  'web/src/contracts': 'again choices odds opened positions side',
  'web/src/contracts/practice': 'order',
  'web/src/lib': 'use-candles use-server-now',
  'web/src/trading':
    'CoinButton OpenProblem PeriodChips PriceHead Products SignUpLinks SlipAlarm StepField percents use-confirming use-open',
  'web/src/trading/practice': 'PracticeNote contracts opening store',
  'web/src/ui': 'DayFigures TabLinks',
  'protocol/src/market': 'candle-periods',
});
const result = within({
  'web/src/contracts': 'PositionRow',
  'web/src/contracts/outcome': 'ContractCard results',
  'web/src/trading': 'OrderRow ResultCard ResultRow lines result waiting',
  'web/src/trading/practice': 'PracticeSignUp',
  'web/src/ui': 'CountdownRing',
});
const practice = within({
  'web/src/trading/practice':
    'PracticeResults contract-evidence evidence follow option-evidence order-results spot-evidence',
});
const practised = within({
  'web/src/trading': 'TradeRow',
  'web/src/trading/practice': 'PracticeOptionRow options trades',
  'protocol/src/spot': 'holdings',
});
const option = within({ 'protocol/src/options': 'black-scholes fixed quote slip strikes terms' });
const facts = within({
  'protocol/src/market': 'proof',
  'protocol/src/publiclog': 'entries',
  'web/src/lib': 'log-query',
  'web/src/ui': 'Hash KeyValues Progress Verdict copy-text',
});
const receipt = within({
  'protocol/src/orders': 'products receipt receipt-form',
  'web/src/receipts': 'recheck use-check',
});
const log = within({
  'web/src/lib': 'follow-log log',
  'protocol/src': 'read-bounded',
  'protocol/src/publiclog': 'bundles checkpoint merkle note tiles',
});

export default defineConfig({
  plugins: [react(), words({ section: 'app' }), preload(), pwa, compress()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // `/assets` is a page of the app, so the built files live elsewhere.
    assetsDir: 'static',
    rolldownOptions: {
      output: {
        // What every page needs changes rarely: one file, kept by the browser across releases of our own code.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|zustand|@tanstack)\//,
            },
            // What home and the frame share with other pages: one file instead of twenty of a few hundred bytes each.
            { name: 'shell', test: shell },
            // The list of coins, which the lists of prices need too.
            { name: 'coins', test: coins },
            // What an order is and what decides it, for the ticket and for receipts.
            { name: 'rules', test: rules },
            // What the ticket shares with other products and records, and what that needs.
            { name: 'trade', test: trade },
            // What is open and what came of it, below the ticket or on whatever page.
            { name: 'result', test: result },
            // What looks at the public log once a page has settled.
            { name: 'log', test: log },
            // What a receipt is made of, whoever looks at it, in few files: somebody who was sent a link has none of them yet.
            { name: 'option', test: option },
            { name: 'facts', test: facts },
            { name: 'receipt', test: receipt },
            // What a device keeps of options and coins, and what decides the orders of a device.
            { name: 'practised', test: practised },
            { name: 'practice', test: practice },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    host: '127.0.0.1',
    // A plain '/index' would also catch /index.html.
    proxy: {
      '^/index/': { target: api },
      '^/docs': { target: api },
      '^/log/': { target: api },
      '^/heard/': { target: api },
      '^/live$': { target: api, ws: true },
    },
  },
});
