import { forget, storiesFile, storiesTally } from './reports.ts';
import { run } from './run.ts';

// The browser stories, against the app as it is built for release. `--no-build` takes the build that is there; all other
// arguments go to Playwright: `npm run e2e -- login`.
const args = process.argv.slice(2);
const forwarded = args.filter((arg) => arg !== '--no-build');
const isPicked = forwarded.some((arg) => !arg.startsWith('-') || /^(-g|--grep)/.test(arg));
const env = { ...process.env, ...(isPicked && { E2E_PICKED: '1' }) };

async function build() {
  const built = await run('vite', ['build', 'web']);
  return built.code === 0 ? run('vite', ['build', 'backoffice']) : built;
}

forget(storiesFile);
const built = args.includes('--no-build') ? { code: 0, output: '' } : await build();
if (built.code !== 0) console.error(built.output);
const ran =
  built.code === 0 ? await run('playwright', ['test', '-c', 'e2e', ...forwarded], { show: true, env }) : built;

const { passed, failed, aside } = storiesTally();
// A run that broke off has failed even if none of its stories did.
const broke = ran.code !== 0 && failed === 0 ? 1 : 0;
console.log(`e2e: ${passed} passed${aside}, ${failed + broke} failed`);
process.exitCode = failed + broke > 0 ? 1 : 0;
