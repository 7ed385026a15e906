import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type Entry, entryBytes } from '@glasshouse/protocol/publiclog/entries';
import { leafHash, proveConsistency, rootAt } from '@glasshouse/protocol/publiclog/merkle';
import { noteKey, signText, toBase64, writeKey, writeNote } from '@glasshouse/protocol/publiclog/note';
import { rootOver, type Tile, tilePath, tileWidth, writeBundle } from '@glasshouse/protocol/publiclog/tiles';

/** A log in memory that signs everything it is given, including content that no honest log would sign. */
export async function makeLog(origin = 'log.example') {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  const key = await noteKey(origin, 'text', bytes);
  const signText_ = (text: string) => signText(key, text, (what) => new Uint8Array(sign(null, what, privateKey)));
  const over = async (entries: readonly Uint8Array[]) => {
    const leaves = await Promise.all(entries.map((entry) => leafHash(entry)));
    const read = (height: number, index: number) =>
      rootOver(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height));
    const text = writeHead({ origin, size: leaves.length, root: await rootAt(read, leaves.length) });
    return {
      note: writeNote({ text, signatures: [signText_(text)] }),
      proofFrom: (old: number) => proveConsistency(read, old, leaves.length),
      /** One of its files, as a site would serve it. */
      file: async (tile: Tile): Promise<Uint8Array> => {
        const from = tile.index * tileWidth;
        if (tile.level === 'entries') return writeBundle(entries.slice(from, from + tile.width));
        const wide = tileWidth ** tile.level;
        const hashes = Array.from({ length: tile.width }, (_, i) => read(8 * (tile.level as number), from + i));
        if ((from + tile.width) * wide > leaves.length) throw new Error('not yet in the log');
        return new Uint8Array(Buffer.concat(await Promise.all(hashes)));
      },
    };
  };
  return { key, keyText: writeKey(key), over };
}

/** Writes the files of a log with these entries into a folder, as if they had been downloaded. Returns the log's key. */
export async function writeLog(entries: readonly Entry[], folder: string): Promise<string> {
  const keep = (path: string, bytes: Uint8Array | string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  };
  const log = await makeLog();
  const shown = await log.over(entries.map(entryBytes));
  keep('log/checkpoint', shown.note);
  for (const level of ['entries', 0, 1] as const) {
    const all = level === 1 ? Math.floor(entries.length / tileWidth) : entries.length;
    for (let index = 0; index * tileWidth < all; index++) {
      const tile = { level, index, width: Math.min(tileWidth, all - index * tileWidth) };
      keep(`log/${tilePath(tile)}`, await shown.file(tile));
    }
  }
  return log.keyText;
}

/** A site's request to a witness. */
export const requestOf = (old: number, proof: readonly Uint8Array[], note: string): string =>
  `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;

export const numbered = (count: number, from = 0): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => Uint8Array.of(127, (from + i) >> 8, from + i));
