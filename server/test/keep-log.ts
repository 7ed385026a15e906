import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { readNote } from '@glasshouse/protocol/publiclog/note';
import { tilePath, tileWidth } from '@glasshouse/protocol/publiclog/tiles';

type Served = { statusCode: number; rawPayload: Uint8Array; body: string };
/** Saves a short log's files in a folder, like a user who has downloaded them. */
export async function keepLog({ file }: { file: (path: string) => Promise<Served> }, folder: string) {
  const keep = async (path: string) => {
    const answer = await file(path);
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    mkdirSync(dirname(join(folder, 'log', path)), { recursive: true });
    writeFileSync(join(folder, 'log', path), answer.rawPayload);
    return answer.body;
  };
  const { size } = readHead(readNote(await keep('checkpoint'))!.text)!;
  for (const level of ['entries', 0] as const)
    for (let index = 0; index * tileWidth < size; index++)
      await keep(tilePath({ level, index, width: Math.min(tileWidth, size - index * tileWidth) }));
  if (size >= tileWidth) await keep(tilePath({ level: 1, index: 0, width: Math.floor(size / tileWidth) }));
}
