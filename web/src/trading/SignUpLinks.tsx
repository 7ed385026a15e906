import { loginPath, registerPath } from '../lib/paths.ts';
import { useWords } from '../lib/words.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import styles from './SignUpLinks.module.css';

/** Visitors see the odds too, but trading requires an account. Leads back to the current page. */
export function SignUpLinks({ to }: { to: string }) {
  const { t } = useWords();
  return (
    <>
      <div className={styles.ways}>
        <ButtonLink to={registerPath(to)}>{t('app.register')}</ButtonLink>
        <ButtonLink kind="line" to={loginPath(to)}>
          {t('app.logIn')}
        </ButtonLink>
      </div>
      <p className={styles.note}>{t('contract.visitor')}</p>
    </>
  );
}
