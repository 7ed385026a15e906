import { formatDecimal, formatMoney } from '@glasshouse/kit/format.ts';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { loginPath, registerPath } from '../../lib/paths.ts';
import { Link } from '../../lib/router.tsx';
import { useWords, Words } from '../../lib/words.tsx';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import styles from './PracticeNote.module.css';
import { practiceBalance, refillPractice, usePracticeBalance } from './store.ts';

/** Says under a ticket what practice is, or that too little is left for the smallest order. `to` is the page that log-in leads back to. */
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
