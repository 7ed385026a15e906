import { createReadStream } from 'node:fs';

/** A text file's lines in blocks of many: a file of a day has millions, and one turn of the event loop for each would be slow. */
export async function* linesOf(path: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    if (rest.length > longest) throw new Error(`${path}: a line is too long`);
    yield lines;
  }
  if (rest !== '') yield [rest];
}
const longest = 100_000;
