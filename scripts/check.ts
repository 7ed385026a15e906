import { writeFileSync } from 'node:fs';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { affectedTests, allTests, changedFiles, readImporters, testedFolders } from './affected.ts';
import { conclude, forget, readRun, staticFile, testsFile } from './reports.ts';
import { run } from './run.ts';
import { firstLine, type Run } from './tally.ts';

type Step = [name: string, command: string, args: string[]];
const staticSteps: Step[][] = [
  [
    ['format and lint', 'biome', ['ci', '--colors=off', '--error-on-warnings', '.']],
    ['types', 'tsc', ['-b']],
  ],
  [
    ['structure', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...testedFolders, 'e2e']],
    ['dead code', 'knip', []],
    ['words', 'node', ['scripts/words.ts']],
    ['prose', 'node', ['scripts/prose.ts']],
    ['commit messages', 'node', ['scripts/commit-messages.ts']],
  ],
];
const isPartial = readArguments({
  usage: 'npm run check [-- --changed]',
  about:
    'Runs the static checks, then the tests. With --changed, only the tests that the changes of this branch can affect.',
  flags: ['changed'],
}).has('changed');

forget(staticFile);
forget(testsFile);
const checks: Run = { passed: 0, failed: [], secondTry: [], skipped: [] };
// The steps of one group run in parallel.
for (const group of staticSteps) await Promise.all(group.map(runStatic));
writeFileSync(staticFile, JSON.stringify(checks));
const tests = await runTests();

conclude({ 'static checks': checks, tests }, 'check: ');

async function runStatic([name, command, args]: Step): Promise<void> {
  const { code, output, seconds } = await timed(command, args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code === 0) checks.passed++;
  else {
    console.log(output);
    checks.failed.push({ test: name, error: firstLine(output) });
  }
}

/** Runs the tests when nothing else is running. */
async function runTests(): Promise<Run | undefined> {
  const picked = isPartial ? await pick() : [];
  const { code, output, seconds } = await timed('vitest', ['run', '--retry=1', ...picked]);
  const tests = readRun(testsFile);
  const isFine = code === 0 && tests !== undefined && tests.failed.length === 0;
  console.log(`${isFine ? 'ok    ' : 'FAILED'} tests (${seconds} s)`);
  if (!isFine) console.log(output);
  // A run that crashed has failed even if none of its tests did.
  if (code !== 0 && tests?.failed.length === 0) {
    tests.failed.push({ test: 'tests', error: `exit code ${code}` });
    writeFileSync(testsFile, JSON.stringify(tests));
  }
  return tests;
}

async function pick(): Promise<string[]> {
  const [changed, importers] = await Promise.all([changedFiles(), readImporters()]);
  const every = allTests();
  const picked = changed && affectedTests(changed, importers, every);
  const why = changed ? `${changed.length} files changed` : 'no main branch to compare with';
  console.log(`       ${why}: ${picked?.length ?? 'all'} of ${every.length} test files`);
  return picked ?? [];
}

async function timed(command: string, args: string[]) {
  const began = performance.now();
  const ran = await run(command, args);
  return { ...ran, seconds: ((performance.now() - began) / 1000).toFixed(1) };
}
