import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/run.ts';

/** A file of deploy/three-machines, filled in as `machine.env` would. */
export function fillIn(file: string, told: Record<string, string>): string {
  const text = readFileSync(join(root, 'deploy/three-machines', file), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (_, line: string) => {
    const said = told[line];
    if (said === undefined) throw new Error(`nothing says ${line}`);
    return said;
  });
}
