import { Tag } from '@glasshouse/kit/Tag.tsx';
import { useWords } from '../lib/words.tsx';
import styles from './Avatar.module.css';

function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
}

/** A picture, or the initials without one; decoration next to the name. */
export function Avatar({ name, image }: { name: string; image?: string | undefined }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {image ? <img src={image} alt="" /> : initials(name)}
    </span>
  );
}

/** The VIP level of an account. */
export function VipTag({ level }: { level: number }) {
  const { t } = useWords();
  return (
    <Tag tone="vip" icon="vip">
      {t('ui.vip', { level })}
    </Tag>
  );
}
