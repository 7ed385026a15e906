import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { parts } from './mutant-parts.ts';
import { run } from './run.ts';

type Step = { name: string; command: string[]; env?: Record<string, string> };
const npm = (name: string, ...args: string[]) => [
  'npm',
  'run',
  '--silent',
  name,
  ...(args.length ? ['--', ...args] : []),
];
const steps: Step[] = [
  // The long form. No test may pass only on its second attempt.
  { name: 'check', command: npm('check'), env: { NIGHTLY: '1' } },
  { name: 'browser tests', command: npm('e2e'), env: { NIGHTLY: '1' } },
  { name: 'pictures', command: npm('shots') },
  // Known vulnerabilities in package-lock.json. Fails also if the registry does not offer audits.
  { name: 'dependencies', command: npm('audit-dependencies') },
  // Midnight passes while they run.
  { name: 'tests at the end of a 29 February', command: npm('test-at', '2028-02-29T23:55:00Z') },
  { name: 'images', command: npm('images') },
  { name: 'one machine', command: npm('try-compose') },
  { name: 'an empty machine', command: npm('try-page') },
  ...['ledger', 'tape', 'settle', 'money', 'accrual', 'cluster', 'restore', 'upgrade', 'keys'].map((name) => ({
    name: `chaos ${name}`,
    command: npm('chaos', name),
  })),
  {
    name: 'money by the model',
    command: ['npx', 'vitest', 'run', 'server/src/roles/money.test.ts'],
    env: { MONEY_RUNS: '40', MONEY_ACTS: '120' },
  },
  {
    name: 'options by the model',
    command: ['npx', 'vitest', 'run', 'server/src/trading/options/histories.test.ts'],
    env: { OPTION_RUNS: '40', OPTION_ACTS: '120' },
  },
  {
    name: 'income of 400 days',
    command: ['npx', 'vitest', 'run', 'server/src/trading/wealth/accrual.test.ts'],
    env: { ACCRUAL_RUNS: '40' },
  },
  { name: 'chaos doors', command: npm('chaos', 'doors'), env: { DOORS_SECONDS: '300' } },
  ...[
    'ledger',
    'orders',
    'settle',
    'settlements',
    'tape',
    'fanout',
    'records',
    'accrual',
    'log',
    'capacity',
    'load',
  ].map((name) => ({
    name: `bench ${name}`,
    command: npm('bench', name),
  })),
  ...Object.keys(parts).map((name) => ({ name: `mutants ${name}`, command: npm('mutants', name) })),
];

const { positionals } = readArguments({
  usage: 'npm run nightly [-- WORD]',
  about: `Runs what takes too long for every change, on a quiet machine: the tests in their long form, pictures of all screens, drills, benches and
mutants. Ends with a table. With WORD, only the steps whose name contains it.`,
  takes: [0, 1],
});
const [wanted = ''] = positionals;
const rows: string[][] = [];
let failed = 0;
for (const { name, command, env } of steps.filter((step) => step.name.includes(wanted))) {
  const began = performance.now();
  const [program, ...args] = command;
  const { code, output } = await run(program!, args, { env: { ...process.env, ...env } });
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (code !== 0) {
    failed++;
    console.log(output);
  }
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${minutes} min): ${last}`);
  rows.push([name, code === 0 ? 'ok' : 'FAILED', minutes, last]);
}
console.log('\n| what | | minutes | last line |\n|---|---|---|---|');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
console.log(`nightly: ${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && rows.length > 0 ? 0 : 1;
