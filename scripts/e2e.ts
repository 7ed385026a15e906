import { helpIfAsked } from '../server/src/platform/runtime/arguments.ts';
import { addBrowserError, browserFile, conclude, forget, readBrowserRun } from './reports.ts';
import { run } from './run.ts';

helpIfAsked({
  usage: 'npm run e2e [-- [--no-build] [FILE] [-g TITLE]]',
  about: `Runs the browser tests against the app as built for release; with --no-build against the last build. All other arguments go to
Playwright.`,
});
const args = process.argv.slice(2);
const forwarded = args.filter((arg) => arg !== '--no-build');
const isPicked = forwarded.some((arg) => !arg.startsWith('-') || /^(-g|--grep)/.test(arg));
const env = { ...process.env, ...(isPicked && { E2E_PICKED: '1' }) };

async function build() {
  const built = await run('vite', ['build', 'web']);
  return built.code === 0 ? run('vite', ['build', 'backoffice']) : built;
}

forget(browserFile);
const built = args.includes('--no-build') ? { code: 0, output: '' } : await build();
if (built.code !== 0) console.error(built.output);
const ran =
  built.code === 0 ? await run('playwright', ['test', '-c', 'e2e', ...forwarded], { show: true, env }) : built;

// A run that crashed has failed even if none of its tests did.
if (ran.code !== 0 && readBrowserRun()?.failed.length === 0) addBrowserError(`exit code ${ran.code}`);
conclude({ 'browser tests': readBrowserRun() }, 'e2e: ');
