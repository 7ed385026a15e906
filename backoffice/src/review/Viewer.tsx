import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useKeys } from '../lib/keys.ts';
import { useWords } from '../lib/words.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './Specimen.module.css';

const zooms = [100, 150, 200, 300, 400];
const stepBy = 80; // pixels per arrow key

/** Pictures of a case next to each other, with zoom and keyboard control. */
export function Viewer({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const canvas = useRef<HTMLDivElement>(null);
  const zoom = useZoom(canvas);
  return (
    <>
      <div className={styles.bar}>
        <small>{t('review.specimen.keys')}</small>
        <span>
          <IconButton icon="minus" label={t('review.specimen.zoomOut')} onClick={zoom.out} />
          <output aria-live="polite">{zoom.percent} %</output>
          <IconButton icon="plus" label={t('review.specimen.zoomIn')} onClick={zoom.in} />
          <IconButton icon="zoom" label={t('review.specimen.whole')} onClick={zoom.whole} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={canvas} className={styles.canvas} aria-label={t('review.specimen.pictures')} tabIndex={0}>
        <div className={styles.sides} style={{ inlineSize: `${zoom.percent}%` }}>
          {children}
        </div>
      </section>
    </>
  );
}

/** + and - zoom, arrows move, 0 shows everything. */
function useZoom(canvas: RefObject<HTMLDivElement | null>) {
  const [at, setAt] = useState(0);
  const [out, into] = [
    () => setAt((now) => Math.max(0, now - 1)),
    () => setAt((now) => Math.min(zooms.length - 1, now + 1)),
  ];
  const whole = () => setAt(0);
  const move = (left: number, top: number) => () =>
    canvas.current?.scrollBy({ left: left * stepBy, top: top * stepBy });
  const zooming = { '+': into, '=': into, '-': out, '0': whole };
  const moving = { arrowleft: move(-1, 0), arrowright: move(1, 0), arrowup: move(0, -1), arrowdown: move(0, 1) };
  useKeys({ ...zooming, ...(at > 0 && moving) });
  return { percent: zooms[at]!, in: into, out, whole };
}
