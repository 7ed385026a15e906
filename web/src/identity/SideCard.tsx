import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import { Card } from '../ui/Card.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Progress } from '../ui/Progress.tsx';
import type { Side, SpecimenDocument } from './judge.ts';
import styles from './SideCard.module.css';
import type { Picture, Slot } from './use-sides.ts';

type SideCardProps = {
  side: Side;
  document: SpecimenDocument;
  slot: Slot;
  onMake: () => void;
  onAgain: (picture: Picture) => void;
  onStop: (picture: Picture) => void;
};

const kilobytes = (bytes: number) => Math.max(1, Math.round(bytes / 1024));

/** One side: its picture, how far it is, and what can be done with it. */
export function SideCard({ side, document, slot, onMake, onAgain, onStop }: SideCardProps) {
  const { t } = useWords();
  const name = t(`identity.sides.${side}`);
  const picture = 'picture' in slot ? slot.picture : undefined;
  const isOnItsWay = slot.at === 'waiting' || slot.at === 'sending';
  const card = useRef<HTMLElement>(null);
  // What is pressed here goes away with what it began; the focus stays at this side.
  const from = (act: () => void) => () => {
    card.current?.focus();
    act();
  };
  return (
    <Card ref={card} tabIndex={-1} className={styles.side} aria-label={name}>
      <span className={styles.picture}>
        {picture && (
          <img
            src={picture.url}
            alt={t('identity.picture', { document: t(`identity.documents.${document}`), side: name })}
          />
        )}
        {(isOnItsWay || slot.at === 'checking') && <i className={styles.veil} />}
      </span>
      <div className={styles.words}>
        <b>{name}</b>
        <How side={name} slot={slot} />
      </div>
      <div className={styles.acts}>
        {isOnItsWay && (
          <IconButton
            icon="close"
            size={20}
            label={t('identity.stop', { side: name })}
            onClick={from(() => onStop(slot.picture))}
          />
        )}
        {slot.at === 'failed' && picture && (
          <IconButton
            icon="upload"
            size={20}
            label={t('identity.sendAgain', { side: name })}
            onClick={from(() => onAgain(picture))}
          />
        )}
        {(slot.at === 'ready' || slot.at === 'failed') && (
          <IconButton icon="refresh" size={20} label={t('identity.makeAgain', { side: name })} onClick={from(onMake)} />
        )}
        {picture?.isDrawn && slot.at === 'ready' && (
          <a
            className={styles.save}
            href={picture.url}
            download={`specimen-${document}-${side}.png`}
            aria-label={t('identity.save', { side: name })}
          >
            <Icon name="download" size={20} />
          </a>
        )}
      </div>
    </Card>
  );
}

function How({ side, slot }: { side: string; slot: Slot }) {
  const { t } = useWords();
  const said = slot.at === 'failed' ? slot.why : t(`identity.slot.${slot.at}`);
  const size = slot.at !== 'failed' && 'picture' in slot ? slot.picture : undefined;
  return (
    <>
      <p className="vh" role="status">
        {slot.at !== 'empty' && t('identity.sideIs', { side, state: said })}
      </p>
      {slot.at === 'sending' ? (
        <small>{t('identity.sent', { sent: kilobytes(slot.sent), size: kilobytes(slot.of) })}</small>
      ) : (
        size && (
          <small>
            {t(size.isDrawn ? 'identity.drawnSize' : 'identity.fileSize', { size: kilobytes(size.blob.size) })}
          </small>
        )
      )}
      {slot.at === 'sending' ? (
        <Progress tone="ink" label={t('identity.uploading', { side })} percent={(slot.sent / slot.of) * 100} />
      ) : (
        <span className={styles[slot.at]}>
          {slot.at === 'ready' && <Icon name="check" size={14} />}
          {slot.at === 'failed' && <Icon name="alert" size={14} />}
          {said}
        </span>
      )}
    </>
  );
}
