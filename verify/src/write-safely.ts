import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file atomically. It is on disk when this returns. */
export async function writeSafely(directory: string, name: string, text: string, mode = 0o644): Promise<void> {
  const path = join(directory, name);
  const file = await open(`${path}.new`, 'w', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(directory, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
