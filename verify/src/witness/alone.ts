import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Two witnesses with one state could each cosign another past. The lock is the kernel's, by way of an empty SQLite file: it ends with the process
 * however that ends, and holds for others whose process ids mean nothing here, as in containers. Gives what lets go of it.
 */
export function takeAlone(directory: string): () => void {
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
