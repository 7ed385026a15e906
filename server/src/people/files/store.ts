import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { seconds } from '#platform/runtime/clock.ts';
import type { Config } from '#platform/runtime/config.ts';

/** Stores sealed bytes in a directory or a bucket. It knows names, not their owners. */
export type Store = {
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** Fails after a few seconds, because an operator's look holds a transaction for as long. */
  get: (name: string) => Promise<Buffer | undefined>;
  remove: (name: string) => Promise<void>;
  /** All names of our form, in parts. Other names don't belong to us. */
  names: () => AsyncGenerator<string[]>;
  /** When the bytes were written; undefined if they no longer exist. */
  writtenAt: (name: string) => Promise<Date | undefined>;
};

// A store may be shared with other data, so our files are in a separate folder and their names have a form (see
// newToken).
const folder = 'pictures';
const keyOf = (name: string) => `${folder}/${name}`;
const nameIn = (key: string): string[] => (/^pictures\/([\w-]{43})$/.exec(key) ?? []).slice(1);

export async function openStore(config: Config): Promise<Store> {
  const disk = config.FILES_BUCKET ? await openBucket(config) : await openDirectory(config.FILES_DIRECTORY);
  const there = (name: string) => disk.exists(keyOf(name));
  return {
    put: (name, bytes) => disk.put(keyOf(name), bytes),
    get: (name) =>
      inTime(async () => ((await there(name)) ? Buffer.from(await disk.getBytes(keyOf(name))) : undefined)),
    remove: (name) => disk.delete(keyOf(name)),
    writtenAt: async (name) => ((await there(name)) ? (await disk.getMetaData(keyOf(name))).lastModified : undefined),
    names: async function* () {
      let token: string | undefined;
      do {
        const page = await disk.listAll(folder, token ? { paginationToken: token } : {});
        yield* inParts([...page.objects].flatMap((object) => ('key' in object ? nameIn(object.key) : [])));
        token = page.paginationToken;
      } while (token);
    },
  };
}

const patience = seconds(3);
async function inTime<T>(fetch: () => Promise<T>): Promise<T> {
  const late = new AbortController();
  const given = wait(patience, undefined, { signal: late.signal }).then(() => {
    throw new Error('the file store does not answer');
  });
  try {
    return await Promise.race([fetch(), given]);
  } finally {
    given.catch(() => {});
    late.abort();
  }
}

const partLength = 500;
function* inParts(names: string[]): Generator<string[]> {
  for (let at = 0; at < names.length; at += partLength) yield names.slice(at, at + partLength);
}

async function openDirectory(directory: string): Promise<Disk> {
  const location = resolve(directory);
  await mkdir(join(location, folder), { recursive: true, mode: 0o700 });
  return new Disk(new FSDriver({ location, visibility: 'private' }));
}

async function openBucket(config: Config): Promise<Disk> {
  // Its library is large, and most sites use a directory.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { FILES_S3_URL: endpoint, FILES_S3_ID: accessKeyId, FILES_S3_SECRET: secretAccessKey } = config;
  return new Disk(
    new S3Driver({
      bucket: config.FILES_BUCKET!,
      region: config.FILES_S3_REGION,
      visibility: 'private',
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    }),
  );
}
