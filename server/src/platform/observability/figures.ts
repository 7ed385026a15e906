import type { Locale } from '@glasshouse/protocol/locales';
import type { ZodType } from 'zod';
import type { Tx } from '../database/db.ts';
import { say, type WordKey } from '../runtime/words.ts';

/** A figure of the operators' overview, handed over by the domain that knows it. */
export type Figure<Shown, Counted = undefined> = {
  read: (tx: Tx, now: Date, counted: Counted) => Promise<Shown>;
  /** As a file: its header, then its rows. A figure without one is part of no file. */
  table?: (shown: Shown, words: TableWords) => string[][];
} & (Counted extends undefined
  ? { count?: undefined }
  : {
      /** Walks over tables that grow with the site: once a minute, and kept for every open page. */
      count: (tx: Tx, now: Date) => Promise<Counted>;
      /** What was kept may be of another release; what does not have this form is not shown. */
      form: ZodType<Counted>;
      /** What stands there until the first count. */
      uncounted: Counted;
    });

type Column = WordKey extends infer Key ? (Key extends `csv.${infer Name}` ? Name : never) : never;
type TableWords = ReturnType<typeof tableWords>;

/** What the files of figures say, in one language. */
export const tableWords = (locale: Locale) => ({
  say: (key: WordKey) => say(locale, key),
  header: (...columns: Column[]) => columns.map((column) => say(locale, `csv.${column}`)),
  /** A row for each value, under its name. */
  pairs: (values: object) =>
    Object.entries(values).map(([name, value]) => [say(locale, `figure.${name}` as WordKey), String(value ?? '')]),
});
