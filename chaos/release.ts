import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, root } from '../scripts/run.ts';

const gitIn =
  (folder: string) =>
  (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const git = gitIn(root);
const lines = (text: string) => text.split('\n').filter(Boolean);

type Release = { version: string; commit: string };

/** The version in the package.json of a commit. Undefined if it has no package.json or no version. */
function versionOf(folder: string, commit: string): string | undefined {
  try {
    return (JSON.parse(gitIn(folder)('show', `${commit}:package.json`)) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

/** Commits that changed the version. The first commit of a history changes nothing: its version was never released. */
const versionCommits = (folder: string): Release[] =>
  lines(gitIn(folder)('log', '--format=%H', '-G"version":', '--', 'package.json')).flatMap((commit) => {
    const [version, old] = [versionOf(folder, commit), versionOf(folder, `${commit}^`)];
    return version && old && version !== old ? [{ version, commit }] : [];
  });

const tags = (folder: string): Release[] =>
  lines(gitIn(folder)('tag', '--merged', 'HEAD', '--list', 'v*')).map((tag) => ({
    version: tag.slice(1),
    commit: gitIn(folder)('rev-parse', `${tag}^{commit}`),
  }));

/** The highest version before the current commit: its tag, or the commit that set it in package.json if it has none. */
export function previousRelease(folder = root): Release {
  const head = gitIn(folder)('rev-parse', 'HEAD');
  const found = new Map([...versionCommits(folder).toReversed(), ...tags(folder)].map((each) => [each.version, each]));
  const [newest] = [...found.values()]
    .filter(({ version, commit }) => /^\d+\.\d+\.\d+$/.test(version) && commit !== head)
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
  if (newest) return newest;
  throw new Error('no earlier release in this history: fetch its tags and commits, or name a commit in FROM');
}

type Lock = { packages: Record<string, { version?: string }> };
const lockOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;

/**
 * Checks out a commit into a separate folder, with its packages and its built app, to run next to this tree. An
 * existing folder is reused.
 */
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
    // Links to our own packages are relative, so in the copy they lead to those of the release.
    if (isSame) execFileSync('cp', ['-al', join(root, 'node_modules'), folder]);
    else await must('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  }
  await buildWeb(folder);
  return folder;
}

/** Builds a tree's app if it has none. */
export async function buildWeb(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'web/dist'))) await must('npm', ['run', 'build', '--workspace', 'web'], { cwd: folder });
}
