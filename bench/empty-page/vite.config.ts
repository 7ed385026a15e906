import { compress } from '../../kit/compress.ts';

// Built like the app.
export default {
  plugins: [compress()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    assetsDir: 'static',
    outDir: '../../artifacts/empty-page',
    emptyOutDir: true,
  },
};
