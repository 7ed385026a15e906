import { Icon } from '@glasshouse/kit/Icon.tsx';
import { Qr } from '@glasshouse/kit/Qr.tsx';
import { useWords } from '../lib/words.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { copyText } from '../ui/copy-text.ts';
import styles from './AddressCard.module.css';

/**
 * The practice address to read, scan and copy. The QR code contains plain text, so it opens no wallet app. The stamp
 * covers the entire card, so that every crop of a screenshot shows it.
 */
export function AddressCard({ address }: { address: string }) {
  const { t } = useWords();
  const word = t('ui.stampSimulated');
  const parts = address.split('-');
  return (
    <>
      <Card className={styles.card} data-words={`${word}    `.repeat(120)}>
        <span className={styles.qr} data-word={word}>
          <Qr text={address} label={t('deposits.addressCode')} covered />
        </span>
        <div className={styles.words}>
          <code className={styles.address}>
            {[0, 2, 4].map((at) => (
              <span key={at}>
                {parts[at]}-{parts[at + 1]}
                {at < 4 && '-'}
              </span>
            ))}
          </code>
          <Button kind="soft" small icon="copy" onClick={() => void copyText(address)}>
            {t('deposits.copy')}
          </Button>
        </div>
      </Card>
      <p className={styles.note}>
        <Icon name="info" size={16} />
        {t('deposits.addressNote')}
      </p>
    </>
  );
}
