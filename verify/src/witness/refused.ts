import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readNote } from '@glasshouse/protocol/publiclog/note';
import { writeSafely } from '../write-safely.ts';

// Stores refused checkpoints with the cosigned ones as evidence. Anyone can send a checkpoint that the log has signed
// with a wrong proof. For each kind, the first ones are kept permanently and after that the newest. A
// flood therefore cannot fill the disk or hide one kind among many of another.

const firstOnes = 10;
const newestOnes = 10;
const maxKnown = 1000;

export function openRefused(directory: string) {
  mkdirSync(directory, { recursive: true });
  const known = new Set<string>();
  const newest = new Map<string, number>();
  for (const file of readdirSync(directory)) {
    const [, kind, number] = /^(.+)-(\d{6,})\.txt$/.exec(file) ?? [];
    if (kind) newest.set(kind, Math.max(newest.get(kind) ?? 0, Number(number)));
  }
  const nameOf = (kind: string, number: number) => `${kind}-${String(number).padStart(6, '0')}.txt`;

  /** Stores a refused checkpoint. Returns false if it is already known. */
  return async (why: string, origin: string, cosigned: string, body: string): Promise<boolean> => {
    const checkpoint = body.slice(body.indexOf('\n\n') + 2);
    const same = `${why}\n${readNote(checkpoint)?.text}`;
    if (known.has(same)) return false;
    if (known.size >= maxKnown) known.delete(known.values().next().value!);
    known.add(same);
    const log = createHash('sha256').update(origin).digest('hex').slice(0, 8);
    const kind = `${log}-${why.replaceAll(/\W+/g, '-')}`;
    const number = (newest.get(kind) ?? 0) + 1;
    newest.set(kind, number);
    const text = `${why}\n\n--- cosigned before\n${cosigned}\n--- refused\n${checkpoint}\n--- asked\n${body}`;
    await writeSafely(directory, nameOf(kind, number), text);
    const old = number - newestOnes;
    if (old > firstOnes) rmSync(join(directory, nameOf(kind, old)), { force: true });
    return true;
  };
}
