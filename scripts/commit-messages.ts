import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { root, run } from './run.ts';

// Checks the messages of commits that are not published yet, when they can still be changed.

type Message = { subject: string; body: string; files: number };
type Checked = { commits: number; faults: string[] };

const maxSubject = 72;
const maxFilesWithoutBody = 5;
const maxCommits = 200;
/** A commit is checked only if its parent has this file. Earlier commits are exempt, even if history was rewritten. */
const rule = 'scripts/commit-messages.ts';
/** Written by git: a revert quotes the old subject, and the others are squashed before publication. */
const byGit = /^(?:Revert "|fixup! |squash! |amend! )/;
/** Verbs whose plain form ends like "fixed", "fixing" or "fixes". */
const plain = /(?:ss|eed)$|^(?:Bring|Ping|Ring|String|Swing|Embed|Shed|Shred|Wed|Alias|Bias|Canvas|Focus)$/;
const vague = ['Say', 'Let'];

/** Lists the rules that a message breaks. */
export function faultsOf({ subject, body, files }: Message): string[] {
  if (byGit.test(subject)) return [];
  const verb = /^\p{L}+/u.exec(subject)?.[0] ?? '';
  const isImperative = /^\p{Lu}/u.test(verb) && (plain.test(verb) || !/(?:ed|ing|s)$/.test(verb));
  const hasReason = body.split('\n').some((line) => line.trim() !== '' && !/^[A-Z][\w-]+-[Bb]y: /.test(line));
  return [
    ...(subject.length > maxSubject ? [`the subject has ${subject.length} characters, at most ${maxSubject}`] : []),
    ...(isImperative ? [] : [`begin with an imperative, such as "Add" or "Fix", not "${subject.split(' ')[0]}"`]),
    ...(vague.includes(verb) ? [`"${verb}" does not tell what changed: use a precise verb`] : []),
    ...(files > maxFilesWithoutBody && !hasReason
      ? [`give the reason in the body, because ${files} files changed`]
      : []),
  ];
}

/** Checks the commits that `origin/main` does not have, or without `origin/main` the last commit. */
export async function checkCommits(folder: string): Promise<Checked> {
  const git = (...args: string[]) => run('git', args, { cwd: folder });
  const has = async (object: string) => (await git('cat-file', '-e', object)).code === 0;
  const range = (await has('origin/main^{commit}')) ? ['origin/main..HEAD'] : ['--max-count=1', 'HEAD'];
  const { code, output } = await git('log', `--max-count=${maxCommits}`, '--no-merges', '--format=%H', ...range);
  const faults: string[] = [];
  let commits = 0;
  for (const commit of code === 0 ? output.split('\n').filter(Boolean) : []) {
    if (!(await has(`${commit}^:${rule}`))) continue;
    const [subject = '', ...body] = (await git('log', '-1', '--format=%s%n%b', commit)).output.split('\n');
    const changed = await git('diff-tree', '--no-commit-id', '--name-only', '--no-renames', '-r', commit);
    const files = changed.output.split('\n').filter(Boolean).length;
    commits++;
    faults.push(
      ...faultsOf({ subject, body: body.join('\n'), files }).map(
        (fault) => `${commit.slice(0, 8)} ${subject}: ${fault}`,
      ),
    );
  }
  return { commits, faults };
}

if (import.meta.main) {
  readArguments({
    usage: 'npm run check-commits',
    about: `Checks the messages of the commits that origin/main does not have: an imperative subject of at most ${maxSubject} characters, and the
reason in the body if more than ${maxFilesWithoutBody} files changed.`,
  });
  const { commits, faults } = await checkCommits(root);
  for (const fault of faults) console.log(fault);
  console.log(
    faults.length === 0 ? `commit messages: ${commits} checked` : 'commit messages: FAILED, reword with git rebase -i',
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
