// While a release is rolled out, the one before runs on the same database. So a migration only adds (it expands); what nobody uses any more is taken
// away by a later one, which says so: `-- contract after 0380: no release since that one reads it`. Nor does a migration hold up the
// tables that orders are written to.

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
/** What is asked of tables that have rows already. */
const onOld =
  (look: (statement: string) => boolean): Rule['breaks'] =>
  (statement, made) =>
    !isNew(statement, made) && look(statement);

/** Taking away is for a later release; the others have a way that harms nobody. */
const contracting: Rule[] = [
  { fault: 'takes something away', breaks: says(/^drop (?!index)/, /^alter table .*\bdrop (?!constraint|default)/) },
  { fault: 'gives something another name', breaks: says(/^alter .*\brename\b/) },
  { fault: 'takes a right away', breaks: onOld(says(/^revoke (?!.*\bfrom public\b)/)) },
  { fault: 'takes a default away', breaks: onOld(says(/\balter (column )?\w+ drop default/)) },
  { fault: 'changes the type of a column', breaks: onOld(says(/\balter (column )?\w+ (set data )?type\b/)) },
  {
    fault: 'wants a column filled that the release before does not fill',
    breaks: onOld(says(/\balter (column )?\w+ set not null/)),
  },
];
const holding: Rule[] = [
  {
    fault: 'adds a column that must be filled and has no default',
    breaks: onOld((statement) =>
      parts(statement).some(
        (part) => /^add (column )?(?!constraint)\w+ .*not null/.test(part) && !/ default /.test(part),
      ),
    ),
  },
  {
    fault: 'checks every row while nobody can write: add the constraint "not valid", and validate it in a later file',
    breaks: onOld((statement) =>
      parts(statement).some(
        (part) => /^add (constraint \w+ )?(check|foreign key)\b/.test(part) && !/ not valid$/.test(part),
      ),
    ),
  },
  {
    fault: 'builds an index while nobody can write: "create index concurrently" in a file with transaction:false',
    breaks: onOld(
      says(
        /^create (unique )?index (?!concurrently)/,
        /\badd (constraint \w+ )?(unique|primary key)\b(?!.*using index)/,
      ),
    ),
  },
  {
    fault: 'changes rows of the whole table in one transaction',
    breaks: onOld(says(/^update (?!.* where .*(?:=|in \())/, /^delete from (?!.* where )/)),
  },
  { fault: 'locks a table', breaks: says(/^(lock|cluster|vacuum full|reindex (?!.*concurrently))/) },
];

/** Why a migration must not be part of a release that is rolled out, statement by statement. */
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
  // A file is one transaction, and what an earlier statement of it has locked stays locked while rows are looked at.
  const validates = statements.filter((statement) => /\bvalidate constraint\b/.test(statement));
  if (validates.length > 0 && validates.length < statements.length)
    faults.push(
      `validates in one transaction with other changes: do so in a file of its own: ${validates[0]!.slice(0, 80)}`,
    );
  if (after && !known.includes(after)) faults.push(`contracts after ${after}, which is no migration before it`);
  return faults;
}

/** Statements in one line and lower case each, without comments and without the insides of functions and strings. */
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

/** What one `alter table` does, act by act: commas inside brackets do not part them. */
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
