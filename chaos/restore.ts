import { openServer } from './restore-server.ts';

/**
 * Backs up under load, then loses what is there twice: an operator drops a table, and the disk of the database is gone. Each time it restores,
 * starts the site on it and recomputes everything. Ends with one line: `restore lost=0 ... restore_seconds=N behind_seconds=N faults=0`.
 */
export async function drillRestore(): Promise<void> {
  const server = await openServer();
  // Read when the database's modules are loaded, which is why the rest is imported only now.
  process.env.ADMIN_DATABASE_URL = server.adminUrl;
  const { runStory } = await import('./restore-story.ts');
  try {
    await runStory(server);
  } finally {
    await server.close();
  }
}
