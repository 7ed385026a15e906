import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `keep.ts api push` runs `main.ts api push` and restarts it whenever it exits, like systemd with Restart=always. It passes SIGTERM and
// SIGINT on, and exits with the server's exit code.
const pauses = { first: 500, most: 30_000 };
const wellAfter = 60_000; // after a run of this length the next pause is short again
const main = fileURLToPath(new URL('main.ts', import.meta.url));

let child: ChildProcess | undefined;
let told = false;
let pause = pauses.first;

function start(): void {
  const began = performance.now();
  const args = [...process.execArgv, main, ...process.argv.slice(2)];
  child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let ended = false;
  const again = (why: unknown, code: number) => {
    if (ended) return;
    ended = true;
    child = undefined;
    if (told) process.exit(code);
    if (performance.now() - began > wellAfter) pause = pauses.first;
    process.stderr.write(`the server ended (${why}) and starts again in ${pause / 1000} s\n`);
    setTimeout(start, pause);
    pause = Math.min(pause * 2, pauses.most);
  };
  child.once('exit', (code, signal) => again(signal ?? code, code ?? 1));
  child.once('error', (error) => again(error, 1));
}

function stop(signal: NodeJS.Signals): void {
  told = true;
  if (child) child.kill(signal);
  else process.exit(0);
}
process.on('SIGTERM', stop).on('SIGINT', stop);
// The file watcher of `npm run dev` starts this process with a channel, which closes when the watcher is killed.
process.on('disconnect', () => stop('SIGTERM'));
process.channel?.unref();
start();
