import { classes } from '@glasshouse/kit/classes.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Link } from '@glasshouse/kit/router.tsx';
import { type ReactNode, useEffect } from 'react';
import { useScrollPlace } from '../lib/scroll-place.ts';
import { useWords } from '../lib/words.tsx';
import styles from './Page.module.css';

type PageProps = {
  title: string;
  /** Important facts next to the page's name. */
  tags?: ReactNode;
  about?: ReactNode;
  back?: { to: string; label: string };
  acts?: ReactNode;
  children: ReactNode;
};

/** Puts the page's name into the window's title. */
export function useTitle(title: string): void {
  const { t } = useWords();
  useEffect(() => {
    document.title = `${title} - ${t('app.name')}`;
  }, [title, t]);
}

/** A page in the frame: its name, acts and cards. */
export function Page({ title, tags, about, back, acts, children }: PageProps) {
  useTitle(title);
  const place = useScrollPlace<HTMLElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard, also for somebody who only reads
    <main ref={place} className={styles.page} tabIndex={0}>
      <div className={styles.inner}>
        <div className={styles.head}>
          <div className={styles.title}>
            {back && (
              <Link className={styles.back} to={back.to}>
                <Icon name="back" size={14} />
                {back.label}
              </Link>
            )}
            <div className={styles.name}>
              <h1>{title}</h1>
              {tags}
            </div>
            {about && <small>{about}</small>}
          </div>
          {acts}
        </div>
        {children}
      </div>
    </main>
  );
}

type CardProps = { id?: string; title?: ReactNode; acts?: ReactNode; padded?: boolean; children: ReactNode };

export function Card({ id, title, acts, padded, children }: CardProps) {
  return (
    <section id={id} tabIndex={id ? -1 : undefined} className={styles.card}>
      {title && (
        <div className={styles.cardhead}>
          <h2>{title}</h2>
          {acts && <div className={styles.row}>{acts}</div>}
        </div>
      )}
      {padded ? <div className={styles.padded}>{children}</div> : children}
    </section>
  );
}

export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>;
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>;
export const Line = ({ end, children }: { end?: boolean; children: ReactNode }) => (
  <div className={classes(styles.row, end && styles.end)}>{children}</div>
);
