import { caseDetails, detailsDocument } from '@glasshouse/protocol/identity/office';
import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { type RefObject, useRef, useState } from 'react';
import { useAsk } from '../lib/ask.ts';
import { useKeys } from '../lib/keys.ts';
import { useWords } from '../lib/words.tsx';
import { Asked } from '../ui/Asked.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Blank } from '../ui/Table.tsx';
import { Compared } from './Compared.tsx';
import styles from './Specimen.module.css';

type SpecimenProps = { id: string; documents: readonly { name: string; mime: string }[]; open: boolean };

const sides = ['front', 'back'] as const;
const zooms = [100, 150, 200, 300, 400];
const stepBy = 80; // pixels an arrow moves

/** Both sides of a specimen beside each other, under them what was typed and what their codes say. It opens for whoever has claimed the case. */
export function Specimen({ id, documents, open }: SpecimenProps) {
  const { t } = useWords();
  const there = documents.length > 0;
  const details = useAsk(readReviewDocument, { id, name: detailsDocument }, { enabled: open && there });
  const canvas = useRef<HTMLDivElement>(null);
  const zoom = useZoom(canvas, open && there);
  if (!there) return <Blank title={t('review.noDocuments')} />;
  if (!open) return <Blank title={t('review.claimToRead')} />;
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
          {sides.map((side) => (
            <Side key={side} id={id} side={side} />
          ))}
        </div>
      </section>
      <Asked of={details} rows={4}>
        {({ base64 }) => <Compared details={caseDetails.parse(readJson(base64))} />}
      </Asked>
    </>
  );
}

function Side({ id, side }: { id: string; side: (typeof sides)[number] }) {
  const { t } = useWords();
  const picture = useAsk(readReviewDocument, { id, name: side });
  return (
    <figure>
      <figcaption>{t(`review.specimen.${side}`)}</figcaption>
      <Asked of={picture} rows={1}>
        {({ mime, base64 }) => <img src={`data:${mime};base64,${base64}`} alt={t(`review.specimen.${side}`)} />}
      </Asked>
    </figure>
  );
}

/** + and - zoom, arrows move, 0 shows the whole. */
function useZoom(canvas: RefObject<HTMLDivElement | null>, on: boolean) {
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
  useKeys(on ? { ...zooming, ...(at > 0 && moving) } : {});
  return { percent: zooms[at]!, in: into, out, whole };
}

const readJson = (base64: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))));
