import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Manifest, render } from './kustomize.ts';
import { root } from './run.ts';

test('unsupported features of a kustomization are refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-kustomize-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spoilt = (field: string, patch = '[]') => {
    const own = 'kind: Kustomization\nnamespace: n\nresources: [a.yaml]\n';
    writeFileSync(join(folder, 'kustomization.yaml'), own + field);
    writeFileSync(join(folder, 'a.yaml'), 'kind: ConfigMap\nmetadata: { name: a }\n');
    writeFileSync(join(folder, 'patch.yaml'), patch);
    return () => render(folder);
  };
  expect(spoilt('')()).toMatchObject([{ metadata: { name: 'a', namespace: 'n' } }]);
  expect(spoilt('namePrefix: x-')).toThrow('not handled: namePrefix');
  const patches = (kind: string) => `patches: [{ path: patch.yaml, target: { ${kind} } }]`;
  expect(spoilt(patches('name: a'))).toThrow('by kind alone');
  expect(spoilt(patches('kind: ConfigMap'), '[{ op: remove, path: /data }]')).toThrow('remove /data');
  expect(spoilt(patches('kind: ConfigMap'), '[{ op: add, path: /data/x, value: 1 }]')).toThrow('no such place');
  expect(spoilt('replicas: [{ name: b, count: 2 }]')).toThrow('no Deployment b');
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const example = join(root, 'deploy/kubernetes/overlays/example');
test.skipIf(!hasKubectl)('kubectl renders the same result', () => {
  const text = execFileSync('kubectl', ['kustomize', example], { encoding: 'utf8' });
  const theirs: Manifest[] = parseAllDocuments(text).map((document) => document.toJS());
  const byName = (list: Manifest[]) => Object.fromEntries(list.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
  expect(byName(render(example))).toEqual(byName(theirs));
});
