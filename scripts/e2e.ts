import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.ts';

// The browser stories, against the app as it is built for release. `--no-build` takes the build that is there; all other
// arguments go to Playwright: `npm run e2e -- login`.
const report = join(root, 'artifacts/e2e.json');
const args = process.argv.slice(2);
const passed = args.filter((arg) => arg !== '--no-build');
const env = { ...process.env, ...(passed.length > 0 && { E2E_PICKED: '1' }) };

async function build() {
  const built = await run('vite', ['build', 'web']);
  return built.code === 0 ? run('vite', ['build', 'backoffice']) : built;
}

mkdirSync(join(root, 'artifacts'), { recursive: true });
rmSync(report, { force: true });
const built = args.includes('--no-build') ? { code: 0, output: '' } : await build();
if (built.code !== 0) console.error(built.output);
const ran = built.code === 0 ? await run('playwright', ['test', '-c', 'e2e', ...passed], { show: true, env }) : built;

type Report = { stats: { expected: number; unexpected: number; flaky: number } };
const { stats } = existsSync(report)
  ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
  : { stats: { expected: 0, unexpected: 1, flaky: 0 } };
// A run that broke off has failed even if none of its stories did.
const failed = Math.max(stats.unexpected + stats.flaky, ran.code === 0 ? 0 : 1);
console.log(`e2e: ${stats.expected} passed, ${failed} failed`);
process.exitCode = ran.code;
