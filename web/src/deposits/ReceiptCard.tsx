import { formatExact } from '@glasshouse/kit/format.ts';
import { Icon } from '@glasshouse/kit/Icon.tsx';
import { useRef } from 'react';
import { useWords } from '../lib/words.tsx';
import { PictureState } from '../specimens/PictureState.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { Note } from '../ui/Note.tsx';
import styles from './ReceiptCard.module.css';
import type { Paid } from './receipt.ts';
import type { useReceipt } from './use-receipt.ts';

type ReceiptCardProps = { receipt: ReturnType<typeof useReceipt>; paid: Paid | undefined; onMissing: () => void };

/** The specimen receipt, drawn here or picked from saved files, with its progress and the actions. */
export function ReceiptCard({ receipt, paid, onMissing }: ReceiptCardProps) {
  const { t } = useWords();
  const { slot, problem } = receipt;
  const name = t('deposits.receipt.name');
  const picture = 'picture' in slot ? slot.picture : undefined;
  const isOnItsWay = slot.at === 'waiting' || slot.at === 'sending';
  const card = useRef<HTMLElement>(null);
  // The pressed button disappears when the action starts; the focus stays here.
  const from = (act: () => void) => () => {
    card.current?.focus();
    act();
  };
  const make = () => (paid ? receipt.make() : onMissing());
  return (
    <>
      <Card ref={card} tabIndex={-1} className={styles.receipt} aria-label={name}>
        <span className={styles.picture}>
          {picture && paid ? (
            <img
              src={picture.url}
              alt={t('deposits.receipt.picture', { amount: formatExact(paid.amount), network: paid.network })}
            />
          ) : (
            <Icon name="doc" size={24} />
          )}
          {(isOnItsWay || slot.at === 'checking') && <i className={styles.veil} />}
        </span>
        <div className={styles.words}>
          <b>{slot.at === 'empty' ? t('deposits.receipt.empty') : name}</b>
          <p>{t('deposits.receipt.about')}</p>
          {slot.at !== 'empty' && <PictureState picture={name} slot={slot} />}
          <div className={styles.acts}>
            {isOnItsWay ? (
              <Button kind="soft" small icon="close" onClick={from(receipt.stop)}>
                {t('deposits.receipt.stop')}
              </Button>
            ) : (
              <Button
                kind="soft"
                small
                icon="wand"
                busy={slot.at === 'drawing' || slot.at === 'checking'}
                onClick={make}
              >
                {t(
                  slot.at === 'empty' || slot.at === 'drawing' ? 'deposits.receipt.make' : 'deposits.receipt.makeAgain',
                )}
              </Button>
            )}
            {slot.at === 'failed' && picture && (
              <Button kind="line" small icon="upload" onClick={from(receipt.again)}>
                {t('deposits.receipt.again')}
              </Button>
            )}
            {!isOnItsWay && slot.at !== 'failed' && (
              <FileButton busy={receipt.isLooking} onPick={(files) => (paid ? void receipt.pick(files) : onMissing())}>
                {t('deposits.receipt.upload')}
              </FileButton>
            )}
            {picture?.isDrawn && slot.at === 'ready' && paid && (
              <a
                className={styles.save}
                href={picture.url}
                download={`specimen-receipt-${paid.network}.png`}
                aria-label={t('deposits.receipt.save')}
              >
                <Icon name="download" size={20} />
              </a>
            )}
          </div>
        </div>
      </Card>
      {problem && (
        <Note tone="error" role="alert">
          {problem}
        </Note>
      )}
    </>
  );
}
