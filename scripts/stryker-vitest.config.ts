import { defineConfig } from 'vitest/config';

// The tests that must notice when the ledger or money is changed. Run it on a copy of the tree, because the code is
// changed in place: see docs/ledger.md.
export default defineConfig({
  test: {
    include: ['protocol/src/money.test.ts', 'server/src/ledger/{ledger,statement,proof}.test.ts'],
    globalSetup: ['server/test/template.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
