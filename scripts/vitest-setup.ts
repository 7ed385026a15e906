import { startTestPostgres } from './postgres.ts';

type Project = Parameters<typeof import('../server/test/template.ts').prepareTemplate>[0];

/** Starts the PostgreSQL server of this test run, and prepares the database that every test clones. */
export async function setup(project: Project): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  // Read when the database's modules are loaded, here and in the processes that run the tests.
  process.env.ADMIN_DATABASE_URL = postgres.adminUrl;
  const { prepareTemplate } = await import('../server/test/template.ts');
  const dropTemplate = await prepareTemplate(project).catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  return async () => {
    await dropTemplate();
    await postgres.stop();
  };
}
