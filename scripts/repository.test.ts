import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './run.ts';

// Files for GitHub and editors, which only those programs read.

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('CI runs .ci/run without write access, on Debian as documented', () => {
  const { permissions, jobs } = parse(read('.github/workflows/ci.yml'));
  expect(permissions).toEqual({ contents: 'read' });
  const steps: { run?: string; with?: object }[] = jobs.check.steps;
  expect(steps.map(({ run }) => run)).toContain('bash .ci/run');
  expect(steps.find((step) => step.with && 'fetch-depth' in step.with)?.with).toMatchObject({ 'fetch-depth': 0 });
  expect(read('.devcontainer/Dockerfile')).toContain(`FROM ${jobs.check.container.image}\n`);
});

test('every path in CODEOWNERS exists and has an owner', () => {
  const lines = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const [path = '', ...owners] = line.split(/\s+/);
    expect([path, path === '*' || existsSync(join(root, path))]).toEqual([path, true]);
    expect(owners.length).toBeGreaterThan(0);
  }
});

test('issue forms have a name, a description, and fields with different ids', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter((path) => !path.endsWith('config.yml'));
  expect(forms).toHaveLength(2);
  for (const path of forms) {
    const { name, description, body } = parse(read(path));
    expect([typeof name, typeof description]).toEqual(['string', 'string']);
    const ids = body.filter(({ type }: { type: string }) => type !== 'markdown').map(({ id }: { id: string }) => id);
    expect([path, new Set(ids).size, ids.includes(undefined)]).toEqual([path, ids.length, false]);
  }
});
