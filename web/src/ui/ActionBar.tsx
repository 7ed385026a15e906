import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './ActionBar.module.css';

/** The main act of a sub-page, fixed to the bottom, with a short sentence above it where one is needed. */
export function ActionBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  // A sentence, or larger text, makes the bar taller.
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setHeight(bar.current?.offsetHeight));
    watch.observe(bar.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={styles.holder} style={{ height }}>
      <div ref={bar} className={styles.bar}>
        {note && <small className={styles.note}>{note}</small>}
        {children}
      </div>
    </div>
  );
}
