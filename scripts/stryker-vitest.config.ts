import { defineConfig } from 'vitest/config';
import { parts } from './mutant-parts.ts';

// The tests that must notice when a part is changed. Run it by `npm run mutants`, on a copy of the tree, because the code is changed
// in place: see docs/reference/mutation-tests.md.
const { tests, database } = parts[process.env.MUTANTS!]!;

export default defineConfig({
  test: {
    include: [...tests],
    globalSetup: database ? ['scripts/vitest-setup.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
