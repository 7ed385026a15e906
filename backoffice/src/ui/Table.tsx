import { classes } from '@glasshouse/kit/classes.ts';
import { Link } from '@glasshouse/kit/router.tsx';
import type { ReactNode } from 'react';
import styles from './Table.module.css';

export type Column<T> = {
  label: ReactNode;
  show: (row: T) => ReactNode;
  align?: 'right' | 'narrow';
};
type TableProps<T> = {
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** The link of a row. */
  linkOf?: (row: T) => string;
  caption: string;
  /**
   * For columns that may be wider than the card. Then the table scrolls, and is focusable so that keyboards can scroll
   * it.
   */
  wide?: boolean;
};

/** Rows of the same kind. The identifying column comes first. */
export function Table<T>({ columns, rows, keyOf, linkOf, caption, wide = false }: TableProps<T>) {
  const lookOf = ({ align }: Column<T>) => (align ? styles[align] : undefined);
  return (
    <div className={styles.scroll} tabIndex={wide ? 0 : undefined}>
      <table className={styles.table}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th key={i} scope="col" className={lookOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={classes(linkOf && styles.linked)}>
              {columns.map((column, i) => (
                <td key={i} className={lookOf(column)}>
                  {linkOf && i === 0 ? (
                    <Link className={styles.cover} to={linkOf(row)}>
                      {column.show(row)}
                    </Link>
                  ) : (
                    column.show(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shown instead of missing rows: why there are none, and what to do. */
export function Blank({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.blank}>
      <b>{title}</b>
      {children}
    </div>
  );
}

/** Placeholders with the heights of the rows being loaded. */
export function Bones({ rows = 4 }: { rows?: number }) {
  const widths = [62, 48, 71, 55, 66, 43];
  return (
    <table className={styles.table} aria-hidden="true">
      <tbody>
        {Array.from({ length: rows }, (_, i) => (
          <tr key={i}>
            <td>
              <div className={styles.bone} style={{ width: `${widths[i % widths.length]}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
