import type { Tx } from '../database/db.ts';

/** Whose it is: as domains know a person, and as the books do. */
export type Owner = { id: string; number: bigint };

/** A file of the copy that somebody gets of what is kept about them. The rows of a table come some at a time, its headings first. */
export type PersonalFile =
  | { name: `${string}.json`; json: unknown }
  | { name: `${string}.csv`; rows: AsyncIterable<readonly (readonly string[])[]> }
  | { name: `${string}.webp`; bytes: Buffer };

/** What a domain keeps about a person, as files of their copy. */
export type Personal = (tx: Tx, owner: Owner) => AsyncIterable<PersonalFile>;

/** Rows that are read a page at a time, newest first; the last one of a page says where the next begins. */
export async function* inPages<Row>(
  headings: readonly string[],
  page: (last: Row | undefined, most: number) => Promise<Row[]>,
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
/** A page is read, written and compressed at one go, while the calls of the same process wait. */
const pageLength = 250;
/** More than a person can have done by hand; the books show the rest page by page. */
const maxRows = 300_000;
