import { Icon } from '@glasshouse/kit/Icon.tsx';
import type { SpecimenDocument, SpecimenSide } from '@glasshouse/protocol/specimens/code';
import { useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import { PictureState } from '../specimens/PictureState.tsx';
import type { Picture, Slot } from '../specimens/use-pictures.ts';
import { Card } from '../ui/Card.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './SideCard.module.css';

type SideCardProps = {
  side: SpecimenSide;
  document: SpecimenDocument;
  slot: Slot;
  onMake: () => void;
  onAgain: (picture: Picture) => void;
  onStop: (picture: Picture) => void;
};

/** One side: its picture, its progress, and the actions. */
export function SideCard({ side, document, slot, onMake, onAgain, onStop }: SideCardProps) {
  const { t } = useWords();
  const name = t(`identity.sides.${side}`);
  const picture = 'picture' in slot ? slot.picture : undefined;
  const isOnItsWay = slot.at === 'waiting' || slot.at === 'sending';
  const card = useRef<HTMLElement>(null);
  // The pressed button disappears when the action starts; the focus stays on this side.
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
        <PictureState picture={name} slot={slot} />
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
