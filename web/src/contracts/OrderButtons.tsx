import type { Direction } from '@glasshouse/protocol/settle';
import { useId } from 'react';
import { useAccount } from '../lib/account.ts';
import { useConnection } from '../lib/connection.ts';
import { formatExact } from '../lib/format.ts';
import { loginPath } from '../lib/paths.ts';
import { useTape } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { shortId } from './MoveIn.tsx';
import styles from './Ticket.module.css';
import type { Ticket } from './use-ticket.ts';

type OrderButtonsProps = {
  ticket: Ticket;
  /** The direction that is on its way. */
  sending: Direction | undefined;
  onPress: (direction: Direction) => void;
};

/** Why neither button can be pressed; undefined when both can. A lack of money is told where it can be mended. */
function useReason({ amount, obstacle, rules }: Ticket): string | undefined {
  const { t } = useWords();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (lost || paused) return t('contract.closed');
  if (!amount) return t('ui.amountLeast', { min: formatExact(rules.minStake) });
  const by = formatExact(obstacle?.by ?? '0');
  if (obstacle?.kind === 'below') return t('ui.amountBelow', { min: formatExact(rules.minStake), by });
  if (obstacle?.kind === 'above') return t('ui.amountAbove', { max: formatExact(rules.maxStake), by });
  return obstacle?.kind === 'limit' ? t('contract.limit', { max: formatExact(rules.maxOpen), by }) : undefined;
}

export function OrderButtons({ ticket, sending, onPress }: OrderButtonsProps) {
  const { t } = useWords();
  const { user } = useAccount();
  const reason = useReason(ticket);
  const own = useId();
  const isShort = ticket.obstacle?.kind === 'short';
  const hint = reason ? own : isShort ? shortId : undefined;
  if (!user) return <WaysIn />;
  const button = (direction: Direction, kind: 'up' | 'down') => (
    <Button
      kind={kind}
      icon={sending === direction ? undefined : kind}
      sub={t(`contract.${direction}Means`)}
      busy={sending !== undefined}
      disabled={(reason !== undefined || isShort) && sending === undefined}
      aria-describedby={hint}
      onClick={() => onPress(direction)}
    >
      {t(`contract.${direction}`)}
    </Button>
  );
  return (
    <>
      <div className={styles.sides}>
        {button('long', 'up')}
        {button('short', 'down')}
      </div>
      {reason && (
        <p id={own} className={styles.reason}>
          {reason}
        </p>
      )}
    </>
  );
}

/** A visitor sees the odds too; trading takes an account. */
function WaysIn() {
  const { t } = useWords();
  return (
    <>
      <div className={styles.sides}>
        <ButtonLink to="/register">{t('home.register')}</ButtonLink>
        <ButtonLink kind="line" to={loginPath('/contract')}>
          {t('home.login')}
        </ButtonLink>
      </div>
      <p className={styles.reason}>{t('contract.visitor')}</p>
    </>
  );
}
