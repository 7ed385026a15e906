import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, root } from '../scripts/run.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
/** The migrations of a commit: their names, and what is in them. */
const migrationsOf = (commit: string) =>
  git('ls-tree', commit, 'server/migrations/')
    .split('\n')
    .map((line) => line.split(/\s/).slice(2).join(' '));

/** The newest commit whose migrations are all part of this tree, unchanged, while this tree has more. What was changed since was never released. */
export function releaseBefore(): string {
  const here = new Set(migrationsOf('HEAD'));
  for (const commit of git('rev-list', '--max-count=200', 'HEAD').split('\n')) {
    const there = migrationsOf(commit);
    if (there.length < here.size && there.every((file) => here.has(file))) return commit;
  }
  throw new Error('no commit before this one has fewer migrations: say one in FROM');
}

type Lock = { packages: Record<string, { version?: string }> };
const lockOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;

/** A commit in a folder of its own, with its packages and its built app, to run beside this tree. What is there from an earlier time is kept. */
export async function checkOut(name: string): Promise<string> {
  const commit = git('rev-parse', '--short=12', `${name}^{commit}`);
  const folder = join(root, 'artifacts/releases', commit);
  if (!existsSync(folder)) {
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', folder, commit);
  }
  if (!existsSync(join(folder, 'node_modules'))) {
    const [here, there] = [lockOf(root).packages, lockOf(folder).packages];
    const isSame = Object.keys(there).every(
      (path) => path === '' || (there[path]!.version === here[path]?.version && !/^\w+\/node_modules\//.test(path)),
    );
    // Links that lead to our own packages are relative: in the copy they lead to those of the release.
    if (isSame) execFileSync('cp', ['-al', join(root, 'node_modules'), folder]);
    else await must('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  }
  await buildWeb(folder);
  return folder;
}

/** Builds the app of a tree that has none built. */
export async function buildWeb(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'web/dist'))) await must('npm', ['run', 'build', '--workspace', 'web'], { cwd: folder });
}
