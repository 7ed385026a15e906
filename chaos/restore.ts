import { openServer } from './restore-server.ts';

/**
 * Backs up under load, then loses data twice: an operator drops a table, and the database's disk is lost. Each time it
 * restores, starts the site and recomputes everything. Prints one line at the end: `restore lost=0 ...
 * restore_seconds=N behind_seconds=N faults=0`.
 */
export async function drillRestore(): Promise<void> {
  const server = await openServer();
  // The database modules read this on import, so everything else is imported afterwards.
  process.env.ADMIN_DATABASE_URL = server.adminUrl;
  const { runStory } = await import('./restore-story.ts');
  try {
    await runStory(server);
  } finally {
    await server.close();
  }
}
