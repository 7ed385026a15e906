import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useWords } from '../lib/words.tsx';
import { Progress } from '../ui/Progress.tsx';
import styles from './PictureState.module.css';
import type { Slot } from './use-pictures.ts';

const kilobytes = (bytes: number) => Math.max(1, Math.round(bytes / 1024));

/** The upload progress of a picture, also announced to screen readers. */
export function PictureState({ picture, slot }: { picture: string; slot: Slot }) {
  const { t } = useWords();
  const message = slot.at === 'failed' ? slot.why : t(`specimens.slot.${slot.at}`);
  const size = slot.at !== 'failed' && 'picture' in slot ? slot.picture : undefined;
  return (
    <>
      <p className="vh" role="status">
        {slot.at !== 'empty' && t('specimens.is', { picture, state: message })}
      </p>
      {slot.at === 'sending' ? (
        <small className={styles.size}>
          {t('specimens.sent', { sent: kilobytes(slot.sent), size: kilobytes(slot.of) })}
        </small>
      ) : (
        size && (
          <small className={styles.size}>
            {t(size.isDrawn ? 'specimens.drawnSize' : 'specimens.fileSize', { size: kilobytes(size.blob.size) })}
          </small>
        )
      )}
      {slot.at === 'sending' ? (
        <Progress tone="ink" label={t('specimens.uploading', { picture })} percent={(slot.sent / slot.of) * 100} />
      ) : (
        <span className={styles[slot.at]}>
          {slot.at === 'ready' && <Icon name="check" size={14} />}
          {slot.at === 'failed' && <Icon name="alert" size={14} />}
          {message}
        </span>
      )}
    </>
  );
}
