import type { Tx } from '../database/db.ts';

/** The person a file is about: the id for domains, the number for the books. */
export type Owner = { id: string; number: bigint };

/** A file of a person's data copy. The rows of a table arrive in parts, its headings first. */
export type PersonalFile =
  | { name: `${string}.json`; json: unknown }
  | { name: `${string}.csv`; rows: AsyncIterable<readonly (readonly string[])[]> }
  | { name: `${string}.webp`; bytes: Buffer };

/** The data that a domain stores about a person, as files of their data copy. */
export type Personal = (tx: Tx, owner: Owner) => AsyncIterable<PersonalFile>;

/** Rows that are read page by page, newest first. The last row of a page determines where the next begins. */
export async function* inPages<Row>(
  headings: readonly string[],
  page: (last: Row | undefined, limit: number) => Promise<Row[]>,
  cells: (row: Row) => readonly string[],
): AsyncGenerator<readonly (readonly string[])[]> {
  yield [headings];
  let last: Row | undefined;
  for (let read = 0; read < maxRows; read += pageLength) {
    const rows = await page(last, pageLength);
    yield rows.map(cells);
    if (rows.length < pageLength) return;
    last = rows.at(-1);
  }
}
/** A page is read, written and compressed without a break, while the calls of this process wait. */
const pageLength = 250;
/** More than a person can do by hand; the books show the rest page by page. */
const maxRows = 300_000;
