import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type NoteKey, readNote } from '@glasshouse/protocol/publiclog/note';
import { writeSafely } from '../write-safely.ts';
import type { CosignedCheckpoint } from './judge.ts';
import { openRefused } from './refused.ts';

// A witness's directory: its key, the newest cosigned checkpoint of each log, and the refused checkpoints.

const nameOf = (origin: string) => createHash('sha256').update(origin).digest('hex').slice(0, 32);

export async function openState(directory: string, logs: readonly NoteKey[]) {
  mkdirSync(directory, { recursive: true });
  const close = takeAlone(directory);
  try {
    return { ...(await readState(directory, logs)), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function readState(directory: string, logs: readonly NoteKey[]) {
  const refused = openRefused(join(directory, 'refused'));
  if (!readdirSync(directory).includes('key')) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const text = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    await writeSafely(directory, 'key', text, 0o600);
  }
  const key = createPrivateKey({
    key: Buffer.from(readFileSync(join(directory, 'key'), 'utf8'), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const seen = new Map<string, CosignedCheckpoint>();
  for (const origin of new Set(logs.map(({ name }) => name))) {
    const file = `${nameOf(origin)}.checkpoint`;
    if (!readdirSync(directory).includes(file)) continue;
    const note = readFileSync(join(directory, file), 'utf8');
    const head = readHead(readNote(note)?.text ?? '');
    // An unreadable state is an error. It is never treated as a missing one.
    if (head?.origin !== origin) throw new Error(`${join(directory, file)} is not the checkpoint it should be`);
    seen.set(origin, { head, note });
  }
  return {
    publicKey: new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)),
    sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, key)),
    seenOf: (origin: string) => seen.get(origin),
    /** The state is on disk when this returns. A state that went back could cosign two histories. */
    keep: async (one: CosignedCheckpoint) => {
      // A known checkpoint is already on disk. Sending it again causes no write.
      const known = seen.get(one.head.origin);
      if (known && readNote(known.note)!.text === readNote(one.note)!.text) return;
      await writeSafely(directory, `${nameOf(one.head.origin)}.checkpoint`, one.note);
      seen.set(one.head.origin, one);
    },
    /** Stores evidence. Returns false if it is already stored. */
    refuse: (why: string, origin: string, body: string) => refused(why, origin, seen.get(origin)?.note ?? '', body),
  };
}

/**
 * Two witnesses with one state could each cosign a different history. The lock is the kernel's, through an empty SQLite
 * file. It ends with the process, however that ends, and also works between containers, where process ids mean nothing.
 * Returns a function that releases the lock.
 */
function takeAlone(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(`another witness runs in ${directory} (${(error as Error).message})`);
  }
  let held = true;
  return () => {
    if (held) lock.close();
    held = false;
  };
}
