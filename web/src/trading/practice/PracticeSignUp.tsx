import { useAccount } from '../../lib/account.ts';
import { registerPath } from '../../lib/paths.ts';
import { useWords } from '../../lib/words.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import styles from './PracticeSignUp.module.css';

/** Links from practice on this device to registration. `to` is the page to return to afterwards. */
export function PracticeSignUp({ to = '/contract' }: { to?: string }) {
  const { t } = useWords();
  const { user } = useAccount();
  return (
    <div className={styles.keep}>
      {!user && (
        <ButtonLink kind="soft" to={registerPath(to)}>
          {t('app.register')}
        </ButtonLink>
      )}
      <p>{t('contract.practice.memory')}</p>
    </div>
  );
}
