import { formatDecimal, formatMoney } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { loginPath, registerPath } from '../../lib/paths.ts';
import { Link } from '../../lib/router.tsx';
import { useWords, Words } from '../../lib/words.tsx';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import styles from './PracticeNote.module.css';
import { practiceBalance, refillPractice, usePracticeBalance } from './store.ts';

/**
 * Explains practice below a ticket, or says that the balance is too small for the smallest order. `to` is the page to
 * return to after log-in.
 */
export function PracticeNote({ min, to }: { min: string; to: string }) {
  const { t } = useWords();
  const balance = usePracticeBalance();
  const amount = formatMoney(balance);
  if (compareDecimal(balance, min) < 0)
    return (
      <Note icon="refresh">
        {t('contract.practice.usedUp', { amount, start: formatDecimal(practiceBalance, 0) })}{' '}
        <Button small kind="soft" onClick={refillPractice}>
          {t('contract.practice.refill')}
        </Button>
      </Note>
    );
  return (
    <p className={styles.about}>
      <Words
        k="contract.practice.about"
        amount={amount}
        ways={
          <>
            <Link to={registerPath(to)}>{t('app.register')}</Link> · <Link to={loginPath(to)}>{t('app.logIn')}</Link>
          </>
        }
      />
    </p>
  );
}
