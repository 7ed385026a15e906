import { existsSync, globSync } from 'node:fs';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { install } from './debian.ts';
import { conclude, forget, readRun, testsFile } from './reports.ts';
import { must, run } from './run.ts';

const { positionals, refuse } = readArguments({
  usage: 'npm run test-at -- MOMENT [FILE...]',
  about: `Runs the tests and their PostgreSQL as if it were another moment, such as 2028-02-29T23:59:30Z: no test may depend on today's date or
the time of day.`,
  takes: [1, Number.POSITIVE_INFINITY],
});
const [moment = '', ...args] = positionals;
const offset = Math.round((Date.parse(moment) - Date.now()) / 1000);
if (Number.isNaN(offset)) refuse(`Not a moment: ${moment}`);

const library = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
if (!library() && existsSync('/usr/bin/apt-get')) await install('faketime');
const preload = library();
if (!preload) throw new Error('test-at: needs the package faketime');

forget(testsFile);
const env = {
  ...process.env,
  LD_PRELOAD: preload,
  FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
  // Durations, timers and timeouts keep counting real seconds.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_DISABLE_SHM: '1',
};
const shifted = Number(await must(process.execPath, ['-p', 'Date.now()'], { env }));
if (Math.abs(shifted - Date.parse(moment)) > 60_000) throw new Error('test-at: the clock could not be shifted');
const { code } = await run('vitest', ['run', ...args], { show: true, env });
conclude({ tests: readRun(testsFile) }, `test-at ${moment}: `, true);
if (code !== 0) process.exitCode = 1;
