import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from '#platform/runtime/arguments.ts';
import { diagramPage, type Reference } from './diagrams.ts';
import { adminUrl, asAdmin, ownerRole, prepareDatabase, rowsIn, urlFor } from './prepare.ts';
import { sqlFiles } from './sql-files.ts';

const root = new URL('../..', import.meta.url);
const folder = 'server/schema/';
const types = { int8: 'bigint', timestamptz: 'Date', bytea: 'Buffer' };

/** Writes the types of all tables, or with `--verify` only checks whether they are up to date. */
export function generateTypes(database: string, ...flags: string[]): void {
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
    { cwd: root, stdio: 'pipe' },
  );
}

const references = `
  select referring.relname as "table", referred.relname as "to", array_agg(attname::text order by attnum) as columns
    from pg_constraint
    join pg_class referring on referring.oid = conrelid
    join pg_class referred on referred.oid = confrelid
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
   where contype = 'f' and connamespace = 'public'::regnamespace
   group by pg_constraint.oid, 1, 2 order by 1, 2, 3`;

/** The expected contents of the files that describe a database, by path: its SQL and the page of diagrams. */
async function describe(database: string): Promise<Map<string, string>> {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const dump = execFileSync('pg_dump', ['--schema-only', '--no-owner', url.href], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const rows = await rowsIn<Reference>(url.href, references);
  const tables = await rowsIn<{ name: string }>(
    url.href,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  const page = diagramPage(
    tables.map(({ name }) => name),
    rows,
  );
  return new Map([...sqlFiles(dump), ['docs/reference/tables.md', page]]);
}

/** The files in `server/schema/` and `docs/reference/tables.md` that don't match a database. */
export async function outdatedFiles(database: string): Promise<string[]> {
  const wanted = await describe(database);
  const read = (path: string) => {
    const file = fileURLToPath(new URL(path, root));
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const extra = readdirSync(new URL(folder, root))
    .map((name) => `${folder}${name}`)
    .filter((path) => !wanted.has(path));
  return [...[...wanted].flatMap(([path, text]) => (read(path) === text ? [] : [path])), ...extra];
}

if (import.meta.main) {
  readArguments({
    usage: 'npm run schema',
    about: 'Writes the current schema as SQL, its diagrams, and the types of all tables, from the migrations.',
  });
  const scratch = 'glasshouse_schema';
  await asAdmin(`drop database if exists ${scratch}`);
  await prepareDatabase(scratch);
  generateTypes(scratch);
  const files = await describe(scratch);
  rmSync(new URL(folder, root), { recursive: true, force: true });
  mkdirSync(new URL(folder, root));
  for (const [path, text] of files) writeFileSync(new URL(path, root), text);
  await asAdmin(`drop database ${scratch}`);
  console.log(`schema: ${folder}, docs/reference/tables.md and server/src/platform/database/schema.ts are written`);
}
