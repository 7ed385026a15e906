import { setTimeout as wait } from 'node:timers/promises';
import { type Tile, tilePath } from '@glasshouse/protocol/publiclog/tiles';
import { readBounded } from '@glasshouse/protocol/read-bounded';

const answersWithin = 10_000;
const maxBytes = 20 * 1024 * 1024; // 256 entries of the maximum length are 16 MB
const mayWait = { times: 10, milliseconds: 15_000 }; // for one file, if a site answers that there were too many requests
const inAll = { milliseconds: 60_000, bytes: 64 * 1024 * 1024, files: 1000 };

/** Reads a file below an address. With `fresh`, bypasses all caches. Throws if the site does not answer. */
export type Get = (path: string, fresh?: boolean) => Promise<Uint8Array>;

type Pause = (milliseconds: number) => Promise<unknown>;

/** Retries when a site answers that there were too many requests, after the delay it requests. */
async function askPatiently(address: string, fresh: boolean, pause: Pause): Promise<Response> {
  let waited = 0;
  for (let times = 0; ; times++) {
    const answer = await fetch(address, {
      cache: fresh ? 'reload' : 'default',
      signal: AbortSignal.timeout(answersWithin),
      redirect: 'error',
    });
    const [said] = /^\d{1,6}$/.exec(answer.headers.get('retry-after') ?? '') ?? ['1'];
    const milliseconds = Math.max(1, Number(said)) * 1000;
    const tooLong = times >= mayWait.times || waited + milliseconds > mayWait.milliseconds;
    if (answer.status !== 429 || tooLong) return answer;
    await answer.body?.cancel();
    await pause(milliseconds);
    waited += milliseconds;
  }
}

/** Reads from a site, with limits on time and size. */
export const getFrom =
  (url: string, pause: Pause = wait): Get =>
  async (path, fresh = false) => {
    const answer = await askPatiently(`${url.replace(/\/$/, '')}/${path}`, fresh, pause);
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Error(`${path}: the site answered ${answer.status}`);
    }
    const bytes = await readBounded(answer.body, maxBytes);
    if (!bytes) throw new Error(`${path}: the response is too large`);
    return bytes;
  };

/**
 * The same for one look, with limits on its total. They stop sites that answer slowly, send very much, or always have
 * more files.
 */
export function within(get: Get, clock: () => number, { milliseconds, bytes, files } = inAll): Get {
  const until = clock() + milliseconds;
  let [readBytes, readFiles] = [0, 0];
  return async (path, fresh) => {
    readFiles++;
    if (clock() > until) throw new Error(`${path}: the site takes too long`);
    if (readBytes > bytes || readFiles > files) throw new Error(`${path}: the site has too much to read at once`);
    const file = await get(path, fresh);
    readBytes += file.length;
    return file;
  };
}

export const tileFrom =
  (get: Get, fresh = false) =>
  (tile: Tile) =>
    get(`log/${tilePath(tile)}`, fresh);
