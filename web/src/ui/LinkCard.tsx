import { Card } from './Card.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';
import styles from './ShareCard.module.css';

/** A link to read and to copy. */
export function LinkCard({ link, copy }: { link: string; copy: string }) {
  return (
    <Card className={styles.link}>
      <span>{link.replace(/^https?:\/\//, '')}</span>
      <IconButton icon="copy" size={20} label={copy} onClick={() => void copyText(link)} />
    </Card>
  );
}
