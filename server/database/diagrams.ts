import { type Area, areaOf, areas } from './table-areas.ts';

/** A foreign key: the columns of a table that refer to another table. */
export type Reference = { table: string; to: string; columns: string[] };

const intro = `# Tables

The tables of each area and their foreign keys, drawn by \`npm run schema\` from the migrations. A
line starts at the referring table and is labeled with the referring column. A table of a lower area
also appears where another area refers to it. Current columns, constraints, functions and grants are
in \`server/schema/<area>.sql\`, their history in \`server/migrations/\`
([ADR 0192](../adr/0192-generate-readable-files-of-the-current-schema.md)).
`;

function diagramOf(area: Area, tables: readonly string[], references: readonly Reference[]): string {
  const own = references.filter(({ table }) => areaOf(table) === area);
  const drawn = new Set(own.flatMap(({ table, to }) => [table, to]));
  const alone = tables.filter((table) => areaOf(table) === area && !drawn.has(table));
  const lines = own.map(({ table, to, columns }) => `  ${table} }o--|| ${to} : "${columns.join(', ')}"`);
  return `
## ${area}

\`\`\`mermaid
erDiagram
${[...lines, ...alone.map((table) => `  ${table}`)].join('\n')}
\`\`\`
`;
}

/** A page with the entity diagram of each area. */
export const diagramPage = (tables: readonly string[], references: readonly Reference[]): string =>
  intro + areas.map((area) => diagramOf(area, tables, references)).join('');
