import { must, run } from './run.ts';

/** Installs Debian packages that are missing. Without systemd, their services are not started. */
export async function install(...packages: readonly string[]): Promise<void> {
  const isThere = async (name: string) =>
    (await run('dpkg', ['-s', name])).output.includes('\nStatus: install ok installed\n');
  const missing: string[] = [];
  for (const name of packages) if (!(await isThere(name))) missing.push(name);
  if (missing.length === 0) return;
  // Init scripts do not start in runlevel 1. Systemd ignores it.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await must('apt-get', ['update', '-qq'], { env });
  await must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
}
