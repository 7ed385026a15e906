import { useAccount } from '../../lib/account.ts';
import { registerPath } from '../../lib/paths.ts';
import { useWords } from '../../lib/words.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import styles from './KeepOn.module.css';

/** The way from practice on this device to an account, and what comes along: a memory, never money. */
export function KeepOn() {
  const { t } = useWords();
  const { user } = useAccount();
  return (
    <div className={styles.keep}>
      {!user && (
        <ButtonLink kind="soft" to={registerPath('/contract')}>
          {t('app.register')}
        </ButtonLink>
      )}
      <p>{t('contract.practice.memory')}</p>
    </div>
  );
}
