import { Logo } from '@glasshouse/kit/Logo.tsx';
import { Qr } from '@glasshouse/kit/Qr.tsx';
import { useSite } from '../lib/site.ts';
import { useWords } from '../lib/words.tsx';
import { Stamp } from '../ui/Stamp.tsx';
import styles from './InviteScreen.module.css';

/** What is handed on: the code, and a picture that opens the registration with it. The same card is drawn to be sent. */
export function ShareCard({ code, link }: { code: string; link: string }) {
  const { t } = useWords();
  const { title } = useSite();
  return (
    <section className={styles.share} aria-label={t('invite.card')}>
      <div className={styles.brand}>
        <Logo size={24} />
        <b>{title}</b>
        <Stamp kind="simulated" />
      </div>
      <p className={styles.headline}>
        {t('invite.headline')}
        <br />
        {t('invite.headlineMore')}
      </p>
      <div className={styles.handed}>
        <Qr text={link} label={t('invite.qr')} />
        <div className={styles.handedWords}>
          <small>{t('invite.code')}</small>
          <code className={styles.code}>{code}</code>
          <small>{t('invite.paper')}</small>
        </div>
      </div>
    </section>
  );
}
