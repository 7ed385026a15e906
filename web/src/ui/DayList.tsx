import { formatTime } from '@glasshouse/kit/format.ts';
import { Fragment, type ReactNode } from 'react';
import { Card } from './Card.tsx';
import styles from './DayList.module.css';
import { PagedList, type PagedListProps } from './PagedList.tsx';
import { List } from './Row.tsx';

type DayListProps<P, E> = Omit<PagedListProps<P, E>, 'children'> & {
  /** The level of the day headings. */
  level?: 2 | 3;
  /** Renders the row of one entry. */
  children: (entry: E) => ReactNode;
};

/** Entries in pages, grouped by day. */
export function DayList<P, E extends { id: string; at: string }>({
  level = 2,
  children,
  ...paged
}: DayListProps<P, E>) {
  const Heading = `h${level}` as const;
  return (
    <PagedList {...paged}>
      {(entries) =>
        [...Map.groupBy(entries, ({ at }) => formatTime(at, 'date'))].map(([day, ofDay]) => (
          <section key={day} className={styles.day} aria-label={day}>
            <Heading>{day}</Heading>
            <Card>
              <List>
                {ofDay.map((entry) => (
                  <Fragment key={entry.id}>{children(entry)}</Fragment>
                ))}
              </List>
            </Card>
          </section>
        ))
      }
    </PagedList>
  );
}
