import { Logo } from '@glasshouse/kit/Logo.tsx';
import { Qr } from '@glasshouse/kit/Qr.tsx';
import { useSite } from '../lib/site.ts';
import type { Card } from './draw-card.ts';
import styles from './ShareCard.module.css';
import { Stamp } from './Stamp.tsx';

type ShareCardProps = Pick<Card, 'headline' | 'label' | 'code' | 'note' | 'link'> & { name: string; qr: string };

/** A card to share, with a QR code of its link. The same card is drawn as the image that is sent. */
export function ShareCard({ name, headline, label, code, note, link, qr }: ShareCardProps) {
  const { title } = useSite();
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.brand}>
        <Logo size={24} />
        <b>{title}</b>
        <Stamp kind="simulated" />
      </div>
      <p className={styles.headline}>
        {headline[0]}
        <br />
        {headline[1]}
      </p>
      <div className={styles.handed}>
        <Qr text={link} label={qr} />
        <div className={styles.words}>
          <small>{label}</small>
          <code className={styles.code}>{code}</code>
          <small>{note}</small>
        </div>
      </div>
    </section>
  );
}
