import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startChild } from './child.ts';

const shownOnFailure = 4000; // characters

/** A free port of this machine. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Starts a server process. It is killed when the test ends. */
export async function start(file: 'main.ts' | 'keep.ts', args: string[], environment: Record<string, string>) {
  const main = startChild(process.execPath, [new URL(`../src/${file}`, import.meta.url).pathname, ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  onTestFinished(() => void main.kill('SIGKILL'));
  let output = '';
  main.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  main.stderr!.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => main.on('exit', resolve));
  const said = async (text: string, times = 1) => {
    for (let i = 0; i < 2400 && output.split(text).length <= times; i++) await wait(50);
    expect(output.split(text).length - 1).toBeGreaterThanOrEqual(times);
  };
  /** Asks the process to stop, and expects that it exits with code 0. A failure shows what the process logged last. */
  const stop = async () => {
    main.kill('SIGTERM');
    const code = await ended;
    expect(code, `exit code of ${file} ${args.join(' ')}\n${output.slice(-shownOnFailure)}`).toBe(0);
  };
  return { main, ended, said, stop, output: () => output };
}
