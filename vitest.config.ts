import { defineConfig } from 'vitest/config';
import { testsReport } from './scripts/tests-report.ts';

// Those that measure time, wait for a moment of the day or start whole processes have the machine to themselves, after all others.
const alone = [
  'server/src/main.test.ts',
  'server/src/roles/trace.test.ts',
  'server/src/platform/log.test.ts',
  'server/src/market/feed.test.ts',
  'server/src/session/quiet.test.ts',
  'server/src/backoffice/dashboard.test.ts',
  'server/src/platform/live.test.ts',
  'server/src/files/hostile.test.ts',
  'server/src/factors/turning.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['server/test/template.ts'],
    reporters: ['default', testsReport],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{protocol,kit,server,web,backoffice,verify,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...alone],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});
