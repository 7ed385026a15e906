import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { type Entry, entryBytes, readEntry } from '@glasshouse/protocol/publiclog/entries';
import { writeSafely } from '../write-safely.ts';
import type { Memory } from './watch.ts';

// The state that a monitor stores in a directory: what it saw last, and pairs of checkpoints that contradict each
// other.

const name = 'seen.json';
const oldName = 'checkpoint'; // contained only the checkpoint
const maxForks = 100;

type StoredMemory = { checkpoint: string; taken: number; lookedAt: number | null; entries: string[] };

function read(text: string): Memory | undefined {
  const { checkpoint, taken, lookedAt, entries } = JSON.parse(text) as StoredMemory;
  const known = entries.map((hex) => readEntry(fromHex(hex)));
  const whole = typeof checkpoint === 'string' && Number.isSafeInteger(taken) && taken >= 0;
  if (!whole || known.includes(undefined) || !(lookedAt === null || Number.isFinite(lookedAt))) return undefined;
  return { checkpoint, taken, lookedAt: lookedAt ?? undefined, entries: known as Entry[] };
}

export function openMemory(directory: string) {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, name);
  const oldPath = join(directory, oldName);
  let kept = '';
  return {
    /** The state stored by the previous run. Undefined if there was none. Throws if it exists but cannot be read. */
    recall: (): Memory | undefined => {
      try {
        if (existsSync(path)) {
          const memory = read(readFileSync(path, 'utf8'));
          if (memory) return memory;
        } else if (existsSync(oldPath)) {
          const checkpoint = readFileSync(oldPath, 'utf8');
          return { checkpoint, taken: Number(checkpoint.split('\n')[1]), lookedAt: undefined, entries: [] };
        } else return undefined;
      } catch {}
      throw new Error(`${path} is not what was written there`);
    },
    /** The memory is on disk when this returns. */
    keep: async ({ checkpoint, taken, lookedAt, entries }: Memory): Promise<void> => {
      const form: StoredMemory = {
        checkpoint,
        taken,
        lookedAt: lookedAt ?? null,
        entries: entries.map((one) => toHex(entryBytes(one))),
      };
      const text = JSON.stringify(form);
      if (text !== kept) await writeSafely(directory, name, text);
      kept = text;
    },
    keepFork: async (before: string, after: string, at: number): Promise<void> => {
      if (readdirSync(directory).filter((one) => one.startsWith('fork-')).length >= maxForks) return;
      await writeSafely(directory, `fork-${at}.txt`, `${before}\n--- and\n${after}`);
    },
  };
}
