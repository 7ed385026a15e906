import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { testsReport } from './scripts/tests-report.ts';

// Tests that compare times run after all others, one at a time.
const timed = [
  'server/src/people/session/quiet.test.ts',
  'server/src/platform/http/live.test.ts',
  'server/src/people/files/hostile.test.ts',
];
// The slowest files start first, so that the run does not end waiting for one of them.
const longest = [
  'server/src/evidence/market/feed-days.test.ts',
  'server/src/main.test.ts',
  'server/src/evidence/beacon/beacon.test.ts',
  'server/src/evidence/market/feed.test.ts',
  'server/src/people/session/guessing.test.ts',
  'server/src/people/identity/identity.test.ts',
  'server/src/trading/contracts/rules.test.ts',
  'scripts/witness.test.ts',
  'server/src/people/session/stuffing.test.ts',
  'server/src/roles/fairness.test.ts',
];
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = ({ moduleId }: (typeof files)[number]) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
// Tests wait for PostgreSQL, timers and processes. With three files at a time, two cores were idle for a sixth of the
// run.
const together = { maxWorkers: 4, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    reporters: ['default', testsReport],
    pool: 'forks',
    // Files share the modules of their worker: loading the server again for each file would take as long as its tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On a busy machine, polled conditions take longer to become true.
    expect: { poll: { timeout: 30_000 } },
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
