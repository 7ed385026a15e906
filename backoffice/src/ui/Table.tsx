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
  /** The whole row leads there. */
  linkOf?: (row: T) => string;
  caption: string;
  /** Its columns may need more than the width of its card: what scrolls must be reachable by keyboard. */
  wide?: boolean;
};

/** Rows of the same kind; what identifies a row comes first. */
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

/** In the place of rows that are not there: why, and what would bring them. */
export function Blank({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.blank}>
      <b>{title}</b>
      {children}
    </div>
  );
}

/** The same heights as the rows that are on their way. */
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
