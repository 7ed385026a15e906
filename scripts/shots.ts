import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { root, run } from './run.ts';

const webRoot = 'artifacts/web-shots';
const folder = join(root, 'artifacts/shots');
const { positionals: chosen } = readArguments({
  usage: 'npm run shots [-- WORD...]',
  about: `Takes a picture of every screen, light and dark, wide and narrow, rotated and with larger text, in three languages, and makes a sheet of
each screen. With words such as "login dark", "text150" or "side", only the pictures whose name contains all of them.`,
  takes: [0, Number.POSITIVE_INFINITY],
});
const env = { ...process.env, VITE_GALLERY: '1', E2E_WEB_ROOT: webRoot, SHOTS: chosen.join(',') };
const began = Date.now();

if (chosen.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const web = await run('vite', ['build', 'web', '--outDir', join(root, webRoot), '--emptyOutDir'], { env });
const built = web.code === 0 ? await run('vite', ['build', 'backoffice']) : web;
if (built.code !== 0) console.error(built.output);
const ran =
  built.code === 0 ? await run('playwright', ['test', '-c', 'e2e/shots.config.ts'], { env, show: true }) : built;

if (ran.code === 0) await run('node', ['e2e/sheets.ts'], { show: true });
const taken = readdirSync(folder).filter(
  (file) => file.endsWith('.png') && statSync(join(folder, file)).mtimeMs >= began,
);
console.log(`shots: ${taken.length} pictures in artifacts/shots`);
process.exitCode = ran.code;
