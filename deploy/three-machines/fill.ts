import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../../server/src/platform/runtime/environment.ts';

/** A file of this folder with the names in `${}` filled in from machine.env and the secrets. */
export function fillIn(file: string, told: Record<string, string | undefined>): string {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  return text.replaceAll(/\$\{(\w+)\}/g, (_, line: string) => {
    const said = told[line];
    if (said === undefined) throw new Error(`no value for ${line}`);
    return said;
  });
}

// `node fill.ts FILE...` prints the files one after another.
if (import.meta.main)
  process.stdout.write(
    process.argv
      .slice(2)
      .map((file) => fillIn(file, environment))
      .join(''),
  );
