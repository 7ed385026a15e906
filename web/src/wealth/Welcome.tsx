import { loginPath } from '../lib/paths.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import styles from './Centre.module.css';
import { Figure } from './Figure.tsx';
import { plain } from './sums.ts';

/** In the place of a user's own figures: what a visitor can rely on, and the way in. */
export function Welcome({ pledged }: { pledged: string | undefined }) {
  const { t } = useWords();
  return (
    <section className={styles.welcome} aria-label={t('wealth.inProducts')}>
      <p>{t('wealth.visitor')}</p>
      <div className={styles.welcomeEnd}>
        <ButtonLink small to={loginPath('/financial')}>
          {t('app.logIn')}
        </ButtonLink>
        {pledged !== undefined && <Figure label={t('wealth.allPledged')}>{plain(pledged)}</Figure>}
      </div>
    </section>
  );
}
