import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expandBraces } from './doc-paths.ts';
import { parts } from './mutant-parts.ts';
import { root } from './run.ts';

// A pattern in braces still matches after one of its files has moved, so that file would silently lose its mutation
// tests.
test.each(Object.entries(parts))('every file and test of the mutation part %s exists', (_, { mutate, tests }) => {
  const patterns = [...mutate, ...tests].map((pattern) => pattern.replace(/^!(?!\()/, '')).flatMap(expandBraces);
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
