import { compress } from '@glasshouse/kit/compress.ts';
import { words } from '@glasshouse/words/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const office = process.env.OFFICE_URL ?? 'http://127.0.0.1:4110';

export default defineConfig({
  plugins: [react(), words({ section: 'office', together: true }), compress()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    assetsDir: 'static',
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Dependencies change rarely: one file that the browser keeps across releases of our own code.
        codeSplitting: { groups: [{ name: 'vendor', test: /node_modules\// }] },
      },
    },
  },
  server: {
    port: 5174,
    strictPort: true,
    host: 'localhost',
    proxy: { '^/office/': { target: office } },
  },
});
