import { startTestPostgres } from './postgres.ts';

type Project = { provide: (key: 'template', value: string) => void };
type TestServer = { template: string; stop: () => Promise<void> };
// The projects of one run share a server, which stops with the last of them.
const run = globalThis as typeof globalThis & { testServer?: Promise<TestServer>; testProjects?: number };

/** Starts the PostgreSQL server of this test run, and prepares the database that every test clones. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  run.testProjects = (run.testProjects ?? 0) + 1;
  run.testServer ??= start();
  const { template, stop } = await run.testServer;
  project.provide('template', template);
  return async () => {
    run.testProjects!--;
    if (run.testProjects === 0) await stop();
  };
}

async function start(): Promise<TestServer> {
  const postgres = await startTestPostgres();
  // The database modules read this on import, here and in the processes that run the tests.
  process.env.ADMIN_DATABASE_URL = postgres.adminUrl;
  const { prepareTemplate } = await import('../server/test/template.ts');
  const { template, drop } = await prepareTemplate().catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  const stop = async () => {
    await drop();
    await postgres.stop();
  };
  return { template, stop };
}
