import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
};
type Add = { op: string; path: string; value: unknown };
type Image = { name: string; newName: string; digest: string };
type Kustomization = {
  apiVersion: string;
  kind: string;
  namespace: string;
  resources: string[];
  patches?: { path: string; target: { kind: string } }[];
  images?: Image[];
  replicas?: { name: string; count: number }[];
};

/**
 * Renders a folder like kustomize, with the features that deploy/kubernetes uses, because Debian and npm have no
 * current kustomize. Any other feature is refused, so that nothing is silently ignored. `kustomize.test` compares the
 * results if kubectl is installed.
 */
export function render(folder: string): Manifest[] {
  const file = join(folder, 'kustomization.yaml');
  const text: Kustomization = parse(readFileSync(file, 'utf8'));
  const { apiVersion: _, kind, namespace, resources, patches = [], images = [], replicas = [], ...others } = text;
  const unknown = Object.keys(others);
  if (kind !== 'Kustomization' || unknown.length > 0) throw new Error(`${file}: not handled: ${unknown}`);
  const manifests = resources.flatMap((path) => read(join(folder, path)));

  for (const { path, target, ...more } of patches) {
    if (Object.keys({ ...more, ...target }).join() !== 'kind') throw new Error(`${file}: patches by kind alone`);
    const kinds = target.kind.split('|');
    const steps: Add[] = parse(readFileSync(join(folder, path), 'utf8'));
    for (const manifest of manifests.filter((one) => kinds.includes(one.kind)))
      for (const step of steps) add(manifest, step);
  }
  for (const { name, count } of replicas) {
    const scaled = manifests.filter((one) => one.kind === 'Deployment' && one.metadata.name === name);
    if (scaled.length === 0) throw new Error(`${file}: no Deployment ${name}`);
    for (const one of scaled) (one.spec as { replicas: number }).replicas = count;
  }
  for (const manifest of manifests) {
    if (manifest.kind === 'Namespace') manifest.metadata.name = namespace;
    else manifest.metadata.namespace = namespace;
    for (const container of containersOf(manifest)) {
      const image = images.find(({ name }) => name === container.image);
      if (image) container.image = `${image.newName}@${image.digest}`;
    }
  }
  return manifests;
}

function read(path: string): Manifest[] {
  if (statSync(path).isDirectory()) return render(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors}`);
    return document.toJS();
  });
}

function containersOf({ spec }: Manifest): { image: string }[] {
  const pods = spec as { template?: { spec?: { containers: { image: string }[] } } } | undefined;
  return pods?.template?.spec?.containers ?? [];
}

/** One step of a JSON patch. */
function add(manifest: Manifest, { op, path, value }: Add): void {
  if (op !== 'add') throw new Error(`${op} ${path}: not handled`);
  const keys = path.slice(1).split('/');
  const last = keys.pop()!;
  let place: unknown = manifest;
  for (const key of keys) place = (place as Record<string, unknown> | undefined)?.[key];
  if (path.includes('~') || typeof place !== 'object' || Array.isArray(place) !== (last === '-'))
    throw new Error(`${path}: no such place in ${manifest.kind} ${manifest.metadata.name}`);
  if (Array.isArray(place)) place.push(structuredClone(value));
  else (place as Record<string, unknown>)[last] = structuredClone(value);
}
