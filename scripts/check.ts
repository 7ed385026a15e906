import { forget, testsFile, testsTally } from './reports.ts';
import { run } from './run.ts';

// What CI runs first. Steps of one group run side by side; the tests have the machine to themselves.
const folders = ['protocol', 'words', 'kit', 'server', 'web', 'backoffice', 'verify', 'e2e', 'scripts'];
const groups: [name: string, command: string, args: string[]][][] = [
  [
    ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
    ['types', 'tsc', ['-b']],
  ],
  [
    ['structure', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...folders]],
    ['dead code', 'knip', []],
    ['words', 'node', ['scripts/words.ts']],
  ],
  [['tests', 'vitest', ['run', '--retry=1']]],
];

forget(testsFile);
const failed: string[] = [];
for (const group of groups) {
  await Promise.all(
    group.map(async ([name, command, args]) => {
      const began = performance.now();
      const { code, output } = await run(command, args);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const tally = command === 'vitest' ? testsTally() : { failed: 0, aside: '' };
      const isFine = code === 0 && tally.failed === 0;
      console.log(`${isFine ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${tally.aside}`);
      if (isFine) return;
      failed.push(name);
      console.log(output);
    }),
  );
}
console.log(failed.length === 0 ? 'check: everything passed' : `check: FAILED: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
