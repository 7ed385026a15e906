import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { must } from './run.ts';

/** Fixed permissions, owners and times, for reproducible archives. */
const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];

/**
 * Repacks an image without the names of the build containers, which buildah generates and stores in several places. The
 * same layers then give the same image. Writes the archive and keeps the image's tag. Returns the image that had the
 * tag before.
 */
export async function saveWithoutBuilder(tag: string, archive: string): Promise<string> {
  const folder = `${archive}.parts`;
  await mkdir(folder);
  const built = await must('podman', ['image', 'inspect', '--format', '{{.Id}}', tag]);
  await must('podman', ['save', '--quiet', '--format', 'docker-archive', '-o', archive, tag]);
  await must('tar', ['-xf', archive, '-C', folder]);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const [named] = await read('manifest.json');
  const { container: _, container_config: __, parent: ___, ...said } = await read(named.Config);
  const history = said.history.map(({ comment: _, ...step }: { comment?: string }) => step);
  const config = JSON.stringify({ ...said, config: { ...said.config, Hostname: '' }, history });
  const name = `${createHash('sha256').update(config).digest('hex')}.json`;
  await writeFile(join(folder, name), config);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify([{ ...named, Config: name }]));
  await rm(archive);
  await must('tar', [...same, '-cf', archive, '-C', folder, 'manifest.json', name, ...named.Layers]);
  await must('podman', ['load', '--quiet', '-i', archive]);
  await rm(folder, { recursive: true });
  return built;
}
