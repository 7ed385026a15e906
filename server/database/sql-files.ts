import { type Area, areaOf, areas, missingTables } from './table-areas.ts';

/** One object of a pg_dump, which writes a comment with these names before each. */
type Section = { name: string; type: string; sql: string };

const header = /^--\n-- Name: (.+); Type: ([A-Z ]+); Schema: ([^;]+); Owner: .*\n--\n/m;

/** The objects of our own schema in a dump, in order. The tables of graphile-worker are not ours. */
function sectionsOf(dump: string): Section[] {
  const [, ...parts] = dump.replace(/^\\(un)?restrict .*$/gm, '').split(new RegExp(header.source, 'gm'));
  const sections: Section[] = [];
  for (let i = 0; i < parts.length; i += 4) {
    const [name, type, schema, text] = parts.slice(i, i + 4) as [string, string, string, string];
    const sql = text.replace(/^--\n-- PostgreSQL database dump complete[\s\S]*/m, '').trim();
    if (schema === 'public' || schema === 'pg_catalog') sections.push({ name, type, sql });
  }
  return sections;
}

const tableWords = String.raw`(?:from|join|into|update|table|truncate|only|references|using)\s+(?:only\s+)?(?:public\.)?`;
const functionName = (name: string): string => name.replace(/^FUNCTION /, '').replace(/\(.*/s, '');
const highest = (found: Iterable<Area>): Area | undefined =>
  [...found].reduce<Area | undefined>(
    (most, area) => (most !== undefined && areas.indexOf(most) > areas.indexOf(area) ? most : area),
    undefined,
  );

/**
 * A function belongs to the highest area of the tables that it names and of those that it is a trigger of, if the
 * latter are all of one area. A function without tables belongs to the highest area of the functions that it calls, or
 * else to that of its callers, if all of them have the same.
 */
function areasOfFunctions(sections: readonly Section[], tables: readonly string[]): Map<string, Area> {
  const bodies = new Map<string, string>();
  for (const { name, type, sql } of sections)
    if (type === 'FUNCTION') bodies.set(functionName(name), `${bodies.get(functionName(name)) ?? ''}${sql}`);
  const triggered = new Map<string, Set<Area>>();
  for (const { name, type, sql } of sections) {
    if (type !== 'TRIGGER') continue;
    const called = /EXECUTE FUNCTION public\.(\w+)/.exec(sql)![1]!;
    triggered.set(called, (triggered.get(called) ?? new Set()).add(areaOf(name.split(' ')[0]!)));
  }
  const naming = new RegExp(`\\b${tableWords}(${tables.join('|')})\\b|\\b(${tables.join('|')})%rowtype`, 'gi');
  const byTables = new Map<string, Area | undefined>();
  for (const [name, body] of bodies) {
    const named = [...body.matchAll(naming)].map(([, table, row]) => areaOf((table ?? row)!.toLowerCase()));
    const triggers = triggered.get(name);
    byTables.set(name, highest([...named, ...(triggers?.size === 1 ? triggers : [])]));
  }
  const calls = (body: string, name: string) => new RegExp(`\\b${name}\\s*\\(`).test(body);
  const byCalls = (name: string): Area | undefined => {
    const called = [...bodies.keys()].filter((other) => other !== name && calls(bodies.get(name)!, other));
    return highest(called.flatMap((other) => byTables.get(other) ?? []));
  };
  const byCallers = (name: string): Area => {
    const callers = [...bodies].filter(([caller, body]) => caller !== name && calls(body, name));
    const found = new Set(callers.map(([caller]) => byTables.get(caller) ?? 'platform'));
    return found.size === 1 ? [...found][0]! : 'platform';
  };
  return new Map([...bodies.keys()].map((name) => [name, byTables.get(name) ?? byCalls(name) ?? byCallers(name)]));
}

const tableOf = ({ name, type, sql }: Section): string | undefined => {
  if (type === 'ACL') return /^(?:TABLE (\w+)|COLUMN (\w+)\.)/.exec(name)?.slice(1).find(Boolean);
  return /\b(?:TABLE|ON|ONLY) (?:ONLY )?public\.(\w+)/.exec(sql)?.[1];
};

/**
 * The current schema as SQL, one file per area: its tables with everything that belongs to them, then its functions, by
 * name.
 */
export function sqlFiles(dump: string): Map<string, string> {
  const sections = sectionsOf(dump);
  const tables = sections.filter(({ type }) => type === 'TABLE').map(({ name }) => name);
  const known = tables.filter((table) => table !== 'schema_migrations');
  const missing = missingTables(known);
  if (missing.length > 0)
    throw new Error(`server/database/table-areas.ts names no longer existing ${missing.join(', ')}`);
  const functions = areasOfFunctions(sections, known);
  const texts = new Map(
    areas.map((area) => [area, { tables: new Map<string, string[]>(), functions: new Map<string, string[]>() }]),
  );
  const others: string[] = [];
  const add = (group: Map<string, string[]>, key: string, sql: string) =>
    group.set(key, [...(group.get(key) ?? []), sql]);
  for (const section of sections) {
    const { name, type, sql } = section;
    const isOfFunction = type === 'FUNCTION' || /^FUNCTION /.test(name);
    const area = isOfFunction ? functions.get(functionName(name)) : undefined;
    const table = isOfFunction ? undefined : tableOf(section);
    if (table === 'schema_migrations') continue;
    if (area) add(texts.get(area)!.functions, functionName(name), sql);
    else if (table && known.includes(table)) add(texts.get(areaOf(table))!.tables, table, sql);
    else others.push(sql);
  }
  const inOrder = (group: Map<string, string[]>) => [...group.keys()].sort().map((key) => group.get(key)!.join('\n\n'));
  return new Map(
    areas.map((area) => {
      const { tables, functions } = texts.get(area)!;
      const parts = [...inOrder(tables), ...inOrder(functions), ...(area === 'platform' ? others : [])];
      return [`server/schema/${area}.sql`, `${generated}\n${parts.join('\n\n\n')}\n`];
    }),
  );
}

const generated = '-- The current schema, for reading. `npm run schema` writes it from server/migrations/.\n';
