import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { err, ok, type Result } from '#platform/http/result.ts';
import type { Log } from '#platform/observability/log.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { longestSide, plainWebpSize } from './picture.ts';

/** A picture re-encoded from its pixels, the text of the code in it, and the peak memory of the process in bytes. */
type Cleaned = { webp: Buffer; width: number; height: number; code: string | null; peak: number };
export type Clean = {
  (file: Buffer): Promise<Result<Cleaned, 'file_not_readable' | 'file_busy' | 'uploads_off'>>;
  /** Whether pictures are cleaned here at all. */
  isOn: () => Promise<boolean>;
};

type Bounds = {
  /**
   * How much writable memory a process may map, in bytes. Node doesn't start with 488 MiB, although it uses little of
   * it.
   */
  memory: number;
  /**
   * The time limit in milliseconds, half of which may be spent waiting. Together with the 35 s for sending a form, this
   * is below the time limit of a call (see app.ts).
   */
  patience: number;
  atOnce: number;
  /** How many pictures may wait for their turn; further uploads are told to retry. */
  waiting: number;
  /** The command that cleans a picture, with its isolation from everything else on this machine. */
  command: readonly string[];
  apart: readonly string[];
  /** Whether pictures are cleaned where they can't be isolated. */
  withoutNamespaces: boolean;
};
const maxAnswered = 16 * 1024 * 1024;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sharp = createRequire(import.meta.url).resolve('sharp');
const modules = sharp.slice(0, sharp.lastIndexOf('/node_modules/')).concat('/node_modules/*');
const readable = [modules, here('./picture.ts'), here('../../platform/http/result.ts')];
const flags = ['--max-old-space-size=128', '--permission', '--allow-addons', '--no-warnings'];
/** Starts one of our programs with permission to read only itself and its dependencies. */
export const sandboxedArguments = (program: string): string[] => [
  process.execPath,
  ...flags,
  ...readable.map((path) => `--allow-fs-read=${path}`),
  program,
];

/**
 * Node's permissions apply to its own calls, not to a decoder that was taken over. In another user namespace, it can't
 * read our processes, which hold the keys. In its own process and network namespaces, it can't end any of them or open
 * a connection.
 */
const apart = ['unshare', '--user', '--map-current-user', '--pid', '--fork', '--kill-child', '--net', '--'];
/** It can write no file and leaves no core dump. Our images contain no shell. */
const boundedBy = ({ memory, patience }: Bounds) =>
  process.platform === 'linux'
    ? ['prlimit', '--core=0', '--fsize=0', `--data=${memory}`, `--cpu=${Math.ceil(patience / 1000)}`, '--']
    : [];
const environment = { PATH: '/usr/bin:/bin', UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
const usual: Bounds = {
  ...{ memory: 1024 * 1024 * 1024, patience: seconds(20), atOnce: 2, waiting: 8 },
  ...{ command: sandboxedArguments(here('./clean-process.ts')), apart, withoutNamespaces: false },
};

const side = z.int().min(1).max(longestSide);
const said = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({ width: side, height: side, code: z.string().max(1000).nullable(), peak: z.number() }));

/** Cleans pictures, each in a process of its own. A failure of that process affects only its picture. */
export function createCleaner(log: Log, bounds: Partial<Bounds> = {}): Clean {
  const whole = { ...usual, ...bounds };
  const { patience, atOnce, waiting } = whole;
  let start: Promise<readonly string[] | undefined> | undefined;
  let wasRefused = false;
  /**
   * How pictures are isolated. If none may be cleaned, this is tried again, because a busy machine may have been too
   * slow.
   */
  const kept = async (): Promise<readonly string[] | undefined> => {
    start ??= keptApart(log, whole);
    const found = await start;
    if (found) return found;
    start = undefined;
    if (!wasRefused)
      log.error(
        'pictures cannot be cleaned in namespaces of their own, uploads are refused: allow user namespaces, or accept that a decoder that is taken over could read the keys of this process (PICTURES_WITHOUT_NAMESPACES=1)',
      );
    wasRefused = true;
    return undefined;
  };
  const queue: (() => void)[] = [];
  let running = 0;
  /** Whether its turn came in time. */
  const turn = async (): Promise<boolean> => {
    if (running < atOnce) return Boolean(++running);
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        resolve(true);
      };
      queue.push(begin);
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(begin), 1);
        resolve(false);
      }, patience / 2);
    });
  };
  const next = () => {
    const begin = queue.shift();
    if (begin) begin();
    else running--;
  };
  const clean = async (file: Buffer): ReturnType<Clean> => {
    if (running >= atOnce && queue.length >= waiting) return err('file_busy');
    const until = performance.now() + patience;
    if (!(await turn())) return err('file_busy');
    try {
      const prefix = await kept();
      if (!prefix) return err('uploads_off');
      const answer = await cleanedBy(file, { ...whole, patience: Math.max(1, until - performance.now()) }, prefix);
      if (answer) return ok(answer);
      // A picture that was not finished in time may be valid, so its owner is asked to try again.
      return err(performance.now() < until ? 'file_not_readable' : 'file_busy');
    } finally {
      next();
    }
  };
  return Object.assign(clean, { isOn: async () => (await kept()) !== undefined });
}

/**
 * Not every system allows unprivileged processes to create namespaces; many containers don't. Undefined if no picture
 * may be cleaned.
 */
async function keptApart(
  log: Log,
  { apart: [command, ...rest], withoutNamespaces }: Bounds,
): Promise<readonly string[] | undefined> {
  const works = await new Promise<boolean>((resolve) => {
    spawn(command!, [...rest, process.execPath, '--version'], {
      env: environment,
      stdio: 'ignore',
      timeout: seconds(5),
    })
      .on('error', () => resolve(false))
      .on('close', (code) => resolve(code === 0));
  });
  if (works) return [command!, ...rest];
  if (!withoutNamespaces) return undefined;
  log.warn('pictures are cleaned without namespaces: a decoder that is taken over could read the keys of this process');
  return [];
}

function cleanedBy(file: Buffer, bounds: Bounds, start: readonly string[]): Promise<Cleaned | undefined> {
  const [command, ...rest] = [...start, ...boundedBy(bounds), ...bounds.command];
  const child = spawn(command!, rest, {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: Math.ceil(bounds.patience),
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxAnswered) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    // It may exit before it has read all of the file.
    child.stdin.on('error', () => {});
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? readAnswer(Buffer.concat(chunks)) : undefined));
    child.stdin.end(file);
  });
}

// Its answer is trusted no more than the picture: a decoder that was taken over can answer anything. Only a WebP with
// one plain picture of the stated size is accepted.
function readAnswer(answer: Buffer): Cleaned | undefined {
  const line = answer.indexOf('\n');
  const about = said.safeParse(answer.toString('utf8', 0, line));
  if (!about.success) return undefined;
  const webp = answer.subarray(line + 1);
  const size = plainWebpSize(webp);
  const { width, height } = about.data;
  return size?.width === width && size.height === height ? { ...about.data, webp } : undefined;
}
