import type { Locale } from '@glasshouse/protocol/locales';
import type { ZodType } from 'zod';
import type { Tx } from '../database/db.ts';
import { say, type WordKey } from '../runtime/words.ts';

/** A figure of the operators' overview, provided by a domain. */
export type Figure<Shown, Counted = undefined> = {
  read: (tx: Tx, now: Date, counted: Counted) => Promise<Shown>;
  /** Its table in a file: the header, then the rows. A figure without one is in no file. */
  table?: (shown: Shown, words: TableWords) => string[][];
} & (Counted extends undefined
  ? { count?: undefined }
  : {
      /**
       * Queries over tables that grow with the site. They run once a minute, and the result is stored for all open
       * pages.
       */
      count: (tx: Tx, now: Date) => Promise<Counted>;
      /** A stored result may be from another release. It is shown only if it has this form. */
      form: ZodType<Counted>;
      /** The value before the first count. */
      uncounted: Counted;
    });

type Column = WordKey extends infer Key ? (Key extends `csv.${infer Name}` ? Name : never) : never;
type TableWords = ReturnType<typeof tableWords>;

/** The words of figure files in one language. */
export const tableWords = (locale: Locale) => ({
  say: (key: WordKey) => say(locale, key),
  header: (...columns: Column[]) => columns.map((column) => say(locale, `csv.${column}`)),
  /** A row for each value, after its name. */
  pairs: (values: object) =>
    Object.entries(values).map(([name, value]) => [say(locale, `figure.${name}` as WordKey), String(value ?? '')]),
});
