import { defineConfig } from 'vitest/config';
import { parts } from './mutant-parts.ts';

// The tests that must fail when a part is mutated. Run it with `npm run mutants`, which works on a copy of the tree
// because the code is changed in place: see docs/reference/mutation-tests.md.
const { tests, database } = parts[process.env.MUTANTS!]!;

export default defineConfig({
  test: {
    include: [...tests],
    globalSetup: database ? ['scripts/vitest-setup.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
