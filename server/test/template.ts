import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { asAdmin, prepareDatabase } from '../database/prepare.ts';

const migrations = new URL('../migrations/', import.meta.url);

/** One template per state of the migrations and per run, so that runs on one machine never meet. */
export async function setup(project: { provide: (key: 'template', value: string) => void }) {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(file, migrations)));
  const template = `glasshouse_test_${hash.digest('hex').slice(0, 8)}_${process.pid}`;
  await asAdmin(`drop database if exists ${template}`);
  await prepareDatabase(template);
  project.provide('template', template);
  return () => asAdmin(`drop database if exists ${template} with (force)`);
}

declare module 'vitest' {
  export interface ProvidedContext {
    template: string;
  }
}
