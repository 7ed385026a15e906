import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

// Lays a release's files beside those of earlier ones: first the hashed ones, which are new or the same, then the pages that name them. What
// has not been part of a release for a month goes.
const [from, to] = process.argv.slice(2) as [string, string];
const month = 30 * 24 * 3600 * 1000;

for (const site of await readdir(from)) {
  const [source, target] = [join(from, site), join(to, site)];
  await mkdir(join(target, 'static'), { recursive: true });
  const hashed = await readdir(join(source, 'static'));
  for (const name of hashed) await lay(join(source, 'static', name), join(target, 'static', name));
  for (const name of await readdir(source)) if (name !== 'static') await lay(join(source, name), join(target, name));
  for (const name of await readdir(join(target, 'static'))) {
    const path = join(target, 'static', name);
    if (!hashed.includes(name) && Date.now() - (await stat(path)).mtimeMs > month) await rm(path);
  }
  console.log(`${site}: ${hashed.length} files of this release are in place`);
}

/** Whole or not at all: nobody reads half a file. */
async function lay(source: string, target: string): Promise<void> {
  const half = `${target}.half`;
  await cp(source, half, { recursive: true, force: true });
  await rm(target, { recursive: true, force: true });
  await rename(half, target);
}
