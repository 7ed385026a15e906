import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import type { Rules } from '@glasshouse/protocol/contracts/calls';
import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { useMemo } from 'react';
import { loginPath, registerPath } from '../../lib/paths.ts';
import { Link } from '../../lib/router.tsx';
import { useWords, Words } from '../../lib/words.tsx';
import {
  longestPractice,
  practiceBalance,
  refillPractice,
  useOpenPractice,
  usePracticeBalance,
} from '../../trading/practice/kept.ts';
import { useConfirming } from '../../trading/use-confirming.ts';
import { WaysIn } from '../../trading/WaysIn.tsx';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import ticketStyles from '../Ticket.module.css';
import { Ticket } from '../Ticket.tsx';
import { useTicket } from '../use-ticket.ts';
import { practiceOpening } from './opening.ts';
import styles from './Practice.module.css';
import { PracticePositions } from './positions.ts';

/** The ticket of a visitor: the same terms and the same tape, and an order that only this device knows. */
export function PracticeTicket({ symbol, rules }: { symbol: string; rules: Rules }) {
  const periods = rules.periods.filter(({ seconds }) => seconds <= longestPractice);
  if (periods.length === 0)
    return (
      <div className={ticketStyles.ticket}>
        <WaysIn to="/contract" />
      </div>
    );
  return <Offered symbol={symbol} rules={{ ...rules, periods }} />;
}

function Offered({ symbol, rules }: { symbol: string; rules: Rules }) {
  const { t } = useWords();
  const staked = useOpenPractice()?.stake;
  const balance = usePracticeBalance();
  const isUsedUp = staked === undefined && compareDecimal(balance, rules.minStake) < 0;
  const ticket = useTicket(rules, {
    held: balance,
    fund: undefined,
    isCounting: false,
    staked,
    practice: { isTaken: staked !== undefined },
  });
  const confirming = useConfirming<Direction>();
  const { close } = confirming;
  const opening = useMemo(() => practiceOpening(close), [close]);
  // What comes of it is drawn below.
  const begin = () => void PracticePositions.load().catch(() => {});
  return (
    <Ticket symbol={symbol} ticket={ticket} confirming={confirming} opening={opening} onBegin={begin}>
      {isUsedUp && <UsedUp balance={balance} />}
      {staked === undefined && !isUsedUp && (
        <p className={styles.about}>
          <Words
            k="contract.practice.about"
            amount={formatExact(balance)}
            ways={
              <>
                <Link to={registerPath('/contract')}>{t('app.register')}</Link> ·{' '}
                <Link to={loginPath('/contract')}>{t('app.logIn')}</Link>
              </>
            }
          />
        </p>
      )}
    </Ticket>
  );
}

/** Nothing more can be placed with what is left. */
function UsedUp({ balance }: { balance: string }) {
  const { t } = useWords();
  const start = formatDecimal(practiceBalance, 0);
  return (
    <Note icon="refresh">
      {t('contract.practice.usedUp', { amount: formatExact(balance), start })}{' '}
      <Button small kind="soft" onClick={refillPractice}>
        {t('contract.practice.refill')}
      </Button>
    </Note>
  );
}
