import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** Adds two compressed copies of each built text file, at the highest level, so that the server needn't compress. */
export const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  async writeBundle({ dir }) {
    const names = await readdir(dir!, { recursive: true });
    const texts = names.filter((name) => /\.(js|css|json|svg)$/.test(name));
    await Promise.all(
      texts.map(async (name) => {
        const path = join(dir!, name);
        const bytes = await readFile(path);
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, smallest));
      }),
    );
  },
});
