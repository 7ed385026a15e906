import { execFileSync } from 'node:child_process';
import { readArguments } from '#platform/runtime/arguments.ts';
import { asAdmin, ownerRole, prepareDatabase, urlFor } from './prepare.ts';

const types = { int8: 'bigint', timestamptz: 'Date', bytea: 'Buffer' };

/** Writes the types of all tables, or with `--verify` only says whether they are still true. */
export function generateSchema(database: string, ...flags: string[]): void {
  const url = urlFor(database, ownerRole);
  const file = 'server/src/platform/database/schema.ts';
  const options = [
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    '*.schema_migrations',
    '--dialect',
    'postgres',
  ];
  execFileSync(
    'kysely-codegen',
    ['--url', url, '--out-file', file, '--type-mapping', JSON.stringify(types), ...options, ...flags],
    { cwd: new URL('../..', import.meta.url), stdio: 'pipe' },
  );
}

if (import.meta.main) {
  readArguments({ usage: 'npm run schema', about: 'Writes the types of all tables from the migrations.' });
  const scratch = 'glasshouse_schema';
  await asAdmin(`drop database if exists ${scratch}`);
  await prepareDatabase(scratch);
  generateSchema(scratch);
  await asAdmin(`drop database ${scratch}`);
  console.log('schema: server/src/platform/database/schema.ts is written');
}
