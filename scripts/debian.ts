import { must, run } from './run.ts';

/** Installs Debian packages that are missing. What they bring is not started, as far as Debian can be told. */
export async function install(...packages: readonly string[]): Promise<void> {
  const isThere = async (name: string) => (await run('dpkg', ['-s', name])).code === 0;
  const missing: string[] = [];
  for (const name of packages) if (!(await isThere(name))) missing.push(name);
  if (missing.length === 0) return;
  // In runlevel 1 no package starts its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await must('apt-get', ['update', '-qq'], { env });
  await must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
}
