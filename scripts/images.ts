import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../server/src/platform/runtime/arguments.ts';
import { saveWithoutBuilder } from './image-archive.ts';
import { layOutApp, layOutSystem, settle } from './image-contents.ts';
import { provenanceOf, sign } from './image-provenance.ts';
import { must, root, run } from './run.ts';

const { has } = readArguments({
  usage: 'npm run images [-- --once]',
  about: `Builds the images of the server and of the web files twice and fails unless both builds are identical; --once builds them once.
Builds the image of PostgreSQL, NATS, Caddy and Prometheus if it does not exist, from the packages that Debian offers that day.
Writes the commit and the digests to provenance.json, signed if SIGNING_KEY names an SSH key.`,
  flags: ['once'],
});
const folder = join(root, 'artifacts/images');
const names = ['server', 'web'] as const;
const services = 'localhost/glasshouse-services';
type Built = { digest: string; megabytes: number; before: string };

/** Lays everything out again and builds only from that. */
async function build(): Promise<Record<(typeof names)[number], Built>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await layOutSystem(join(folder, 'system'));
  await layOutApp(join(folder, 'app'));
  await must('npm', ['run', 'build']);
  await cp(join(root, 'web/dist'), join(folder, 'files/web'), { recursive: true });
  await cp(join(root, 'backoffice/dist'), join(folder, 'files/office'), { recursive: true });
  await cp(join(root, 'deploy/images/lay.ts'), join(folder, 'lay.ts'));
  for (const path of ['own/web', 'own/data/files', 'own/data/witness'])
    await mkdir(join(folder, path), { recursive: true });
  await settle(folder);
  const built = await Promise.all(names.map(async (name) => [name, await buildOne(name)] as const));
  // Only while nothing is being built, because the images share layers.
  for (const [, { before }] of built) await must('podman', ['image', 'rm', before]);
  return Object.fromEntries(built) as Record<(typeof names)[number], Built>;
}

async function buildOne(name: string): Promise<Built> {
  const tag = `localhost/glasshouse-${name}`;
  const file = join(root, `deploy/images/${name}.Containerfile`);
  const same = [
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--timestamp',
    '0',
    '--layers',
    '--no-cache',
    '--pull=never',
  ];
  await must('buildah', ['bud', ...same, '-q', '-t', tag, '-f', file, folder]);
  const archive = join(folder, `${name}.tar`);
  const before = await saveWithoutBuilder(tag, archive);
  // The digest of the configuration covers the bytes of every layer and all metadata.
  const digest = await must('podman', ['image', 'inspect', '--format', '{{.Id}}', tag]);
  return { digest, megabytes: Math.round((await stat(archive)).size / 1e6), before };
}

const debian = [
  ...['postgresql', 'pgbackrest', 'nats-server', 'caddy', 'prometheus', 'prometheus-node-exporter'],
  'ca-certificates',
];
const unread = ['doc', 'man', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);

// The user of all programs in that image. initdb needs a name for it, which podman provides only sometimes and docker
// never.
const account = [
  ['passwd', 'glasshouse:x:10002:10002::/tmp:/usr/sbin/nologin'],
  ['group', 'glasshouse:x:10002:'],
].map(([file, line]) => `--customize-hook=echo ${line} >> "$1/etc/${file}"`);
// A new volume takes the owner of its directory in the image.
const backups = '--customize-hook=chown 10002:10002 "$1/var/lib/pgbackrest"';

async function buildServices(): Promise<void> {
  const stage = join(root, 'artifacts/images-services');
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage, { recursive: true });
  const include = `--include=${debian.join()}`;
  await must('mmdebstrap', [
    '--variant=minbase',
    '--quiet',
    ...unread,
    ...account,
    backups,
    include,
    'bookworm',
    join(stage, 'services.tar'),
  ]);
  for (const name of ['postgres.sh', 'backup.sh']) await cp(join(root, 'deploy/images', name), join(stage, name));
  const file = join(root, 'deploy/images/services.Containerfile');
  await must('buildah', [
    'bud',
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '-q',
    '-t',
    services,
    '-f',
    file,
    stage,
  ]);
  await rm(stage, { recursive: true });
}

/** Without a signature, the statement is only informative. With one it is a promise, so all files must be committed. */
async function writeProvenance(digests: Record<(typeof names)[number], Built>): Promise<void> {
  const file = join(folder, 'provenance.json');
  const { SIGNING_KEY: key } = process.env;
  const changed = await must('git', ['status', '--porcelain']);
  if (key && changed) throw new Error(`not signed, because some files are not committed:\n${changed}`);
  const commit = await must('git', ['rev-parse', 'HEAD']);
  const ours = names.map((name) => ({ name: `glasshouse-${name}`, digest: digests[name].digest }));
  const theirs = await must('podman', ['image', 'inspect', '--format', '{{.Id}}', services]);
  const images = [...ours, { name: 'glasshouse-services', digest: theirs }];
  const lock = await readFile(join(root, 'package-lock.json'));
  await writeFile(file, provenanceOf(images, { commit: changed ? `${commit} with changes` : commit, lock }));
  if (key) await sign(file, key);
}

process.umask(0o022);
await must('bash', ['scripts/containers.sh']);
if ((await run('podman', ['image', 'exists', services])).code !== 0) await buildServices();
const first = await build();
const second = has('once') ? first : await build();
const differ = names.filter((name) => first[name].digest !== second[name].digest);
for (const name of names) console.log(`${name}: sha256:${first[name].digest}, ${first[name].megabytes} MB`);
if (differ.length > 0) throw new Error(`the two builds differ: ${differ}`);
await writeProvenance(second);
const same = second === first ? 'not compared' : 'yes';
console.log(`images: ${names.map((name) => `${name}=${second[name].digest.slice(0, 12)}`).join(' ')} same=${same}`);
