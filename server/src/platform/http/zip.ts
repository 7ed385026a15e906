import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/**
 * An archive that is written file by file, in small chunks, into parts of one length. It holds only its compressed data
 * in memory.
 */
export function newZip(partLength: number) {
  const parts: Buffer[] = [];
  let length = 0;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    for (let at = 0; at < bytes.length; ) {
      const filled = length % partLength;
      if (filled === 0) parts.push(Buffer.alloc(partLength));
      const some = bytes.subarray(at, at + partLength - filled);
      parts.at(-1)!.set(some, filled);
      at += some.length;
      length += some.length;
    }
  });
  return {
    add: async (name: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> => {
      // A picture is compressed already: trying again would take this process as long as a hundred calls.
      const file = name.endsWith('.webp') ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      zip.add(file);
      for await (const chunk of chunks) file.push(chunk);
      file.push(new Uint8Array(), true);
    },
    end: (): Buffer[] => {
      zip.end();
      return [...parts.slice(0, -1), parts.at(-1)!.subarray(0, length % partLength || partLength)];
    },
  };
}
