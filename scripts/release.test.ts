import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { previousRelease } from '../chaos/release.ts';
import { makeFolder } from '../server/test/child.ts';
import { must, root } from './run.ts';

/** A repository whose first commit has version 0.1.0. */
async function repository() {
  const { folder, remove } = await makeFolder('release-');
  onTestFinished(remove);
  const person = ['-c', 'user.name=A', '-c', 'user.email=a@site.example', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => must('git', [...person, ...args], { cwd: folder });
  let count = 0;
  const commit = async (version: string) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a', version, count: ++count }, undefined, 2));
    await git('add', '.');
    await git('commit', '-q', '-m', `Commit ${count}`);
    return git('rev-parse', 'HEAD');
  };
  await git('init', '-q', '-b', 'main');
  await commit('0.1.0');
  return { folder, git, commit };
}

test('without tags, the previous release is the commit that set the version', async () => {
  const { folder, commit } = await repository();
  await commit('0.1.0');
  expect(() => previousRelease(folder)).toThrow('no earlier release in this history');
  const first = await commit('0.9.0');
  expect(() => previousRelease(folder)).toThrow('no earlier release in this history');
  await commit('0.9.0');
  expect(previousRelease(folder)).toEqual({ version: '0.9.0', commit: first });
  const second = await commit('0.10.0');
  expect(previousRelease(folder)).toEqual({ version: '0.9.0', commit: first });
  await commit('0.10.0');
  expect(previousRelease(folder)).toEqual({ version: '0.10.0', commit: second });
});

test('a tag decides which commit a release is', async () => {
  const { folder, git, commit } = await repository();
  await commit('0.9.0');
  const tagged = await commit('0.9.0');
  await git('tag', '-a', 'v0.9.0', '-m', 'Release 0.9.0');
  expect(() => previousRelease(folder)).toThrow('no earlier release in this history');
  await commit('0.9.0');
  await git('tag', 'v1.0.0-rc.1');
  await git('tag', 'vote');
  await commit('0.9.0');
  expect(previousRelease(folder)).toEqual({ version: '0.9.0', commit: tagged });
  const untagged = await commit('0.9.1');
  await commit('0.9.1');
  expect(previousRelease(folder)).toEqual({ version: '0.9.1', commit: untagged });
});

test('a release of another branch does not count', async () => {
  const { folder, git, commit } = await repository();
  const released = await commit('0.9.0');
  await git('checkout', '-q', '-b', 'next');
  await commit('1.0.0');
  await git('tag', 'v1.0.0');
  await git('checkout', '-q', 'main');
  await commit('0.9.0');
  expect(previousRelease(folder)).toEqual({ version: '0.9.0', commit: released });
});

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('all packages, the lock file and CHANGELOG.md have the same version', () => {
  const { version, workspaces } = read('package.json') as { version: string; workspaces: string[] };
  const lock = read('package-lock.json');
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  for (const workspace of workspaces) {
    const { dependencies, devDependencies, ...own } = read(`${workspace}/package.json`);
    const used = Object.entries<string>({ ...dependencies, ...devDependencies });
    const versions = used.filter(([name]) => name.startsWith('@glasshouse/')).map(([, used]) => used);
    expect([workspace, own.version, ...new Set(versions), lock.packages[workspace].version]).toEqual([
      workspace,
      version,
      ...(versions.length > 0 ? [version] : []),
      version,
    ]);
  }
  const released = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/m.exec(
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  );
  expect(released?.[1]).toBe(version);
});
