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
  // Registered from code, because an inline script would violate the content security policy.
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
    // The curves for checking a beacon's rounds load with the first receipt that has rounds.
    globIgnores: ['static/rounds-worker-*.js'],
    navigateFallback: '/index.html',
    // Calls, the server's reference pages, and files for robots and security researchers are always answered by the
    // server.
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

/**
 * Matches files by folder and base name. A name without a file fails the build, because its code would move to another
 * chunk unnoticed.
 */
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
    'account assets awaits-practice boot-handoff compact draft focus hidden log-memory check-log paths preferences rules seal site stored tape unseen use-quotes viewport words',
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
    // `/assets` is a page of the app, so the built files are elsewhere.
    assetsDir: 'static',
    rolldownOptions: {
      output: {
        // Dependencies of every page change rarely: one file that browsers cache across our releases.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|zustand|@tanstack)\//,
            },
            // Code that home and the frame share with other pages: one file instead of twenty of a few hundred bytes.
            { name: 'shell', test: shell },
            // The list of coins, which price lists need too.
            { name: 'coins', test: coins },
            // Orders and their settlement rules, for tickets and receipts.
            { name: 'rules', test: rules },
            // Code that the ticket shares with other products and records, and its dependencies.
            { name: 'trade', test: trade },
            // Open positions and results, below the ticket and on any page.
            { name: 'result', test: result },
            // The code that checks the public log once a page has settled.
            { name: 'log', test: log },
            // The code of receipts, in few files, because a visitor with a shared link has none of them cached.
            { name: 'option', test: option },
            { name: 'facts', test: facts },
            { name: 'receipt', test: receipt },
            // Practice options and spot orders on a device, and their settlement.
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
    // A plain '/index' would also match /index.html.
    proxy: {
      '^/index/': { target: api },
      '^/docs': { target: api },
      '^/log/': { target: api },
      '^/heard/': { target: api },
      '^/live$': { target: api, ws: true },
    },
  },
});
