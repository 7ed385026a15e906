import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{protocol,server,web,backoffice,verify,scripts}/**/*.test.ts'],
    globalSetup: ['server/test/template.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
