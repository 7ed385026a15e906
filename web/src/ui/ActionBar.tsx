import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './ActionBar.module.css';
import { BarNote } from './Button.tsx';

/** The main action of a sub-page, fixed to the bottom, with an optional short sentence above it. */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    // A sentence or larger text makes the bar taller.
    const watch = new ResizeObserver(() => {
      if (holder.current) holder.current.style.height = `${bar.current?.offsetHeight}px`;
    });
    watch.observe(bar.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={holder} className={styles.holder}>
      <div ref={bar} className={styles.bar}>
        {note && (
          <small id={id} className={styles.note}>
            {note}
          </small>
        )}
        <BarNote value={note ? id : undefined}>{children}</BarNote>
      </div>
    </div>
  );
}
