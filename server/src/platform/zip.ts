import { Zip, ZipDeflate } from 'fflate';

/** An archive that is written file by file, some bytes at a time. What it holds in memory is its compressed length. */
export function newZip() {
  const parts: Uint8Array[] = [];
  let length = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
    length += part.length;
  });
  return {
    length: () => length,
    add: async (name: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> => {
      const file = new ZipDeflate(name, { level: 6 });
      zip.add(file);
      for await (const chunk of chunks) file.push(chunk);
      file.push(new Uint8Array(), true);
    },
    end: (): Buffer => {
      zip.end();
      return Buffer.concat(parts);
    },
  };
}
