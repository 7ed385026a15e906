// During a rollout, the previous release runs on the same database. A migration therefore only adds (it expands). A
// later migration removes what is no longer used, and says so: `-- contract after 0380: no release since that one reads
// it`. A migration must not block the tables that orders are written to, either.

type Rule = { fault: string; breaks: (statement: string, made: ReadonlySet<string>) => boolean };

const named = [
  /^alter table (?:only )?(?:if exists )?(\w+)/,
  /^create (?:unique )?index .*?\bon (?:only )?(\w+)/,
  /^(?:update|delete from) (\w+)/,
  /^revoke .*? on (?:table )?(\w+)/,
];
const tableOf = (statement: string): string => named.flatMap((pattern) => pattern.exec(statement)?.[1] ?? [])[0] ?? '';
const isNew = (statement: string, made: ReadonlySet<string>) => made.has(tableOf(statement));
const says =
  (...patterns: RegExp[]) =>
  (statement: string) =>
    patterns.some((pattern) => pattern.test(statement));
/** Rules for tables that already have rows. */
const onOld =
  (look: (statement: string) => boolean): Rule['breaks'] =>
  (statement, made) =>
    !isNew(statement, made) && look(statement);

/** Removals belong in a later release. The other statements have a safe alternative. */
const contracting: Rule[] = [
  { fault: 'removes an object', breaks: says(/^drop (?!index)/, /^alter table .*\bdrop (?!constraint|default)/) },
  { fault: 'renames an object', breaks: says(/^alter .*\brename\b/) },
  { fault: 'revokes a permission', breaks: onOld(says(/^revoke (?!.*\bfrom public\b)/)) },
  { fault: 'drops a default', breaks: onOld(says(/\balter (column )?\w+ drop default/)) },
  { fault: 'changes the type of a column', breaks: onOld(says(/\balter (column )?\w+ (set data )?type\b/)) },
  {
    fault: 'requires a column that the previous release does not fill',
    breaks: onOld(says(/\balter (column )?\w+ set not null/)),
  },
];
const holding: Rule[] = [
  {
    fault: 'adds a required column that has no default',
    breaks: onOld((statement) =>
      parts(statement).some(
        (part) => /^add (column )?(?!constraint)\w+ .*not null/.test(part) && !/ default /.test(part),
      ),
    ),
  },
  {
    fault: 'checks every row while blocking writes: add the constraint "not valid", and validate it in a later file',
    breaks: onOld((statement) =>
      parts(statement).some(
        (part) => /^add (constraint \w+ )?(check|foreign key)\b/.test(part) && !/ not valid$/.test(part),
      ),
    ),
  },
  {
    fault: 'builds an index while blocking writes: "create index concurrently" in a file with transaction:false',
    breaks: onOld(
      says(
        /^create (unique )?index (?!concurrently)/,
        /\badd (constraint \w+ )?(unique|primary key)\b(?!.*using index)/,
      ),
    ),
  },
  {
    fault: 'changes all rows of a table in one transaction',
    breaks: onOld(says(/^update (?!.* where .*(?:=|in \())/, /^delete from (?!.* where )/)),
  },
  { fault: 'locks a table', breaks: says(/^(lock|cluster|vacuum full|reindex (?!.*concurrently))/) },
];

/** The reasons why a migration must not be part of a rolling release, statement by statement. */
export function faultsOf(text: string, known: readonly string[] = []): string[] {
  const [up = ''] = text.split(/^-- migrate:down/m);
  const [, after] = /^-- contract after (\d{4}): \S/m.exec(up) ?? [];
  const statements = statementsOf(up);
  const made = new Set(
    statements.flatMap(
      (statement) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
    ),
  );
  const rules = after ? holding : [...contracting, ...holding];
  const faults = statements.flatMap((statement) =>
    rules.filter(({ breaks }) => breaks(statement, made)).map(({ fault }) => `${fault}: ${statement.slice(0, 80)}`),
  );
  // A file is one transaction, so locks of earlier statements are held while rows are checked.
  const validates = statements.filter((statement) => /\bvalidate constraint\b/.test(statement));
  if (validates.length > 0 && validates.length < statements.length)
    faults.push(`validates in one transaction with other changes: use a separate file: ${validates[0]!.slice(0, 80)}`);
  if (after && !known.includes(after)) faults.push(`contracts after ${after}, which is not an earlier migration`);
  return faults;
}

/** The statements, each on one line in lower case, without comments and without the content of functions and strings. */
function statementsOf(text: string): string[] {
  const plain = text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return plain
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
}

/** Splits one `alter table` into its actions. Commas inside brackets do not separate actions. */
function parts(statement: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  const acts = statement.replace(/^alter table (only )?(if exists )?\S+ /, '');
  for (let at = 0; at <= acts.length; at++) {
    if (acts[at] === '(') depth++;
    if (acts[at] === ')') depth--;
    if (at < acts.length && (acts[at] !== ',' || depth > 0)) continue;
    found.push(acts.slice(start, at).trim());
    start = at + 1;
  }
  return found;
}
