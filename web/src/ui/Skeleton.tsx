import type { CSSProperties } from 'react';
import { useWords } from '../lib/words.tsx';
import { Card } from './Card.tsx';
import styles from './Skeleton.module.css';

type SkeletonProps = { width?: number | string; height?: number; radius?: number | string };

const css = (size: number | string) => (typeof size === 'number' ? `${size}px` : size);

/** A gray block in place of content; it appears only if loading takes longer than 200 ms. */
export function Skeleton({ width = '100%', height = 14, radius = 6 }: SkeletonProps) {
  const size = { '--w': css(width), '--h': css(height), '--r': css(radius) } as CSSProperties;
  return <i className={styles.block} style={size} />;
}

/** Rows as high as those of a list of quotes or records. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true">
      <span className="vh">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          <Skeleton width={36} height={36} radius="50%" />
          <span className={styles.start}>
            <Skeleton width={72} />
            <Skeleton width={52} height={10} />
          </span>
          <span className={styles.end}>
            <Skeleton width={66} />
            <Skeleton width={46} height={10} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Labeled fields at their final height. */
export function SkeletonForm({ fields = 3 }: { fields?: number }) {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true" className={styles.form}>
      <span className="vh">{t('ui.loading')}</span>
      <Skeleton height={44} radius={12} />
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className={styles.text} aria-hidden="true">
          <Skeleton width="32%" />
          <Skeleton height={52} radius={12} />
        </div>
      ))}
    </div>
  );
}

/** A status card and a card of facts. */
export function SkeletonCards() {
  return (
    <>
      <Card pad>
        <SkeletonText lines={4} />
      </Card>
      <Card pad aria-hidden="true">
        <div className={styles.text}>
          {widths.map((width) => (
            <Skeleton key={width} width={width} height={20} />
          ))}
        </div>
      </Card>
    </>
  );
}

const widths = ['100%', '92%', '97%', '64%'];

/** Lines of running text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const { t } = useWords();
  return (
    <div role="status" aria-busy="true" className={styles.text}>
      <span className="vh">{t('ui.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? '64%' : widths[line % widths.length]!} />
      ))}
    </div>
  );
}
