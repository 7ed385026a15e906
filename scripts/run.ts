import type { SpawnOptions } from 'node:child_process';
import { createConnection } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startChild } from '../server/test/child.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

type RunResult = { code: number; output: string };

/**
 * Runs a command to its end and returns its output. With `show`, the output is printed directly. The command is stopped
 * when this process ends.
 */
export function run(
  command: string,
  args: string[],
  options: SpawnOptions & { show?: boolean; input?: string } = {},
): Promise<RunResult> {
  const { show, input, ...rest } = options;
  const child = startChild(command, args, { cwd: root, stdio: show ? 'inherit' : 'pipe', ...rest });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  if (input !== undefined) child.stdin?.end(input);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a command and returns its output. Throws if it fails. */
export async function must(command: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  return output.trim();
}

/** Whether something listens at this address. */
export const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: 2000 });
    const end = (up: boolean) => {
      socket.destroy();
      resolve(up);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
