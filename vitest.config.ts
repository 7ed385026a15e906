import { defineConfig } from 'vitest/config';
import { testsReport } from './scripts/tests-report.ts';

// Tests that compare times run after all others, one at a time.
const timed = [
  'server/src/session/quiet.test.ts',
  'server/src/platform/live.test.ts',
  'server/src/files/hostile.test.ts',
];
// Half of the work of a database test is done by PostgreSQL, so three files at a time keep two cores busy.
const together = { maxWorkers: 3, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    reporters: ['default', testsReport],
    pool: 'forks',
    // Files share the modules of their worker: loading the server again for each file would take as long as its tests.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          pool: 'threads',
          include: ['{protocol,kit,web,backoffice,verify}/**/*.test.ts'],
          ...together,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...timed],
          globalSetup: ['scripts/vitest-setup.ts'],
          ...together,
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          globalSetup: ['scripts/vitest-setup.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
