import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../server/test/child.ts';
import { checkCommits, faultsOf } from './commit-messages.ts';
import { must } from './run.ts';

test.each([
  ['Add a prose linter'],
  ['Bring back the search'],
  ['Focus the first field'],
  ['Embed fonts'],
  ['Pass the clock as a parameter'],
  ['Revert "Say when a withdrawal review takes longer than it usually takes on this site"'],
  ['fixup! Add a prose linter'],
])('the subject %j passes', (subject) => {
  expect(faultsOf({ subject, body: '', files: 1 })).toEqual([]);
});

test.each([
  [`Add ${'x'.repeat(69)}`, 'the subject has 73 characters, at most 72'],
  ['Added a linter', 'begin with an imperative, such as "Add" or "Fix", not "Added"'],
  ['Fixing a test', 'begin with an imperative, such as "Add" or "Fix", not "Fixing"'],
  ['Adds a linter', 'begin with an imperative, such as "Add" or "Fix", not "Adds"'],
  ['fix: a test', 'begin with an imperative, such as "Add" or "Fix", not "fix:"'],
  ['Say when a review takes longer', '"Say" does not tell what changed: use a precise verb'],
  ['Let users search', '"Let" does not tell what changed: use a precise verb'],
])('the subject %j fails: %s', (subject, fault) => {
  expect(faultsOf({ subject, body: '', files: 1 })).toEqual([fault]);
});

test('a commit of more than five files needs a reason in its body', () => {
  const subject = 'Rename the feed';
  expect(faultsOf({ subject, body: '', files: 5 })).toEqual([]);
  expect(faultsOf({ subject, body: 'Its name said nothing.', files: 6 })).toEqual([]);
  for (const body of ['', '\n', 'Signed-off-by: A <a@site.example>'])
    expect(faultsOf({ subject, body, files: 6 })).toEqual(['give the reason in the body, because 6 files changed']);
});

/** A repository in which commits add files. */
async function repository() {
  const { folder, remove } = await makeFolder('commit-messages-');
  onTestFinished(remove);
  const work = join(folder, 'work');
  mkdirSync(join(work, 'scripts'), { recursive: true });
  const person = ['-c', 'user.name=A', '-c', 'user.email=a@site.example', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => must('git', [...person, ...args], { cwd: work });
  let count = 0;
  const commit = async (message: string, files = 1) => {
    for (let file = 0; file < files; file++) writeFileSync(join(work, `${++count}.txt`), '');
    await git('add', '.');
    await git('commit', '-q', '-m', message);
  };
  const addRule = async () => {
    writeFileSync(join(work, 'scripts/commit-messages.ts'), '');
    await commit('Added the rule');
  };
  await git('init', '-q', '-b', 'main');
  return { folder, work, git, commit, addRule };
}

test('only unpublished commits after the introduction of the rule are checked', async () => {
  const { work, git, commit, addRule } = await repository();
  await commit('Said something', 8);
  expect(await checkCommits(work)).toEqual({ commits: 0, faults: [] });
  await addRule();
  expect(await checkCommits(work)).toEqual({ commits: 0, faults: [] });
  await commit('Let published commits be');
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(await checkCommits(work)).toEqual({ commits: 0, faults: [] });
  await commit('Add a file');
  await commit('Let a second file be');
  await commit('Add many files', 6);
  const { commits, faults } = await checkCommits(work);
  expect(commits).toBe(3);
  expect(faults.map((fault) => fault.slice(9))).toEqual([
    'Add many files: give the reason in the body, because 6 files changed',
    'Let a second file be: "Let" does not tell what changed: use a precise verb',
  ]);
});

test('without origin/main, the last commit is checked', async () => {
  const { work, commit, addRule } = await repository();
  await addRule();
  await commit('Let an older commit be');
  await commit('Fixed a file');
  const { commits, faults } = await checkCommits(work);
  expect([commits, faults.length]).toEqual([1, 1]);
});

test('a branch from before the rule passes after it is merged', async () => {
  const { work, git, commit, addRule } = await repository();
  await commit('Add a file');
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  await git('checkout', '-q', '-b', 'old');
  await commit('Said something');
  await git('checkout', '-q', 'main');
  await addRule();
  await git('merge', '-q', '--no-ff', '-m', 'Merged the old branch', 'old');
  expect(await checkCommits(work)).toEqual({ commits: 0, faults: [] });
});

test('a shallow clone, a rewritten history and a folder without commits pass', async () => {
  const { folder, work, git, commit, addRule } = await repository();
  expect(await checkCommits(work)).toEqual({ commits: 0, faults: [] });
  await commit('Said something');
  await addRule();
  await commit('Let this be the last');
  const shallow = join(folder, 'shallow');
  await must('git', ['clone', '-q', '--depth=1', `file://${work}`, shallow]);
  expect(await checkCommits(shallow)).toEqual({ commits: 0, faults: [] });
  await must('git', ['remote', 'remove', 'origin'], { cwd: shallow });
  expect(await checkCommits(shallow)).toEqual({ commits: 0, faults: [] });
  // The oldest commits are squashed into one, with a new date and author.
  await git('checkout', '-q', '--orphan', 'rewritten', 'HEAD~1');
  await git('commit', '-q', '--date=2030-01-01T00:00:00Z', '-m', 'Said it all');
  expect(await checkCommits(work)).toEqual({ commits: 0, faults: [] });
});
