import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// Adds a release's files to those of earlier ones: first the hashed ones, which are new or unchanged, then the pages
// that refer to them. Removes files that have not been part of a release for a month.
const [from, to] = process.argv.slice(2) as [string, string];
const month = 30 * 24 * 3600 * 1000;

for (const site of await readdir(from)) {
  const [source, target, list] = [join(from, site), join(to, site), join(to, `${site}.files`)];
  await mkdir(join(target, 'static'), { recursive: true });
  // The previous release was served until now, however long ago it was installed, so its month begins here. Without a
  // list, any file may belong to it.
  const there = await readdir(join(target, 'static'));
  const listed = await readFile(list, 'utf8').then(
    (text) => text.split('\n'),
    () => there,
  );
  const now = new Date();
  for (const name of there) if (listed.includes(name)) await utimes(join(target, 'static', name), now, now);
  const hashed = await readdir(join(source, 'static'));
  for (const name of hashed) await lay(join(source, 'static', name), join(target, 'static', name));
  for (const name of await readdir(source)) if (name !== 'static') await lay(join(source, name), join(target, name));
  await writeFile(`${list}.half`, hashed.join('\n'));
  await rename(`${list}.half`, list);
  for (const name of await readdir(join(target, 'static'))) {
    const path = join(target, 'static', name);
    if (!hashed.includes(name) && Date.now() - (await stat(path)).mtimeMs > month) await rm(path);
  }
  console.log(`${site}: ${hashed.length} files of this release are in place`);
}

/** Writes a file atomically, so that it is never missing or incomplete for readers. */
async function lay(source: string, target: string): Promise<void> {
  const half = `${target}.half`;
  await cp(source, half, { recursive: true, force: true });
  if ((await stat(source)).isDirectory()) await rm(target, { recursive: true, force: true });
  await rename(half, target);
}
