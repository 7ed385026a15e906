import type { Direction } from '@glasshouse/protocol/contracts/settle';
import { useWords } from '../lib/words.tsx';
import styles from './ConfirmSheet.module.css';
import type { oddsOf } from './odds.ts';

type OutcomesProps = { direction: Direction; odds: ReturnType<typeof oddsOf> };

/** The three ends an order can come to, side by side: what the price does, and what that brings. */
export function Outcomes({ direction, odds: { gain, loss, payout } }: OutcomesProps) {
  const { t } = useWords();
  const won = { change: gain, look: styles.up, note: t('contract.confirm.receive', { amount: payout }) };
  const lost = { change: loss, look: styles.down, note: t('contract.confirm.receive', { amount: '0.00' }) };
  const columns = [
    { name: t('contract.confirm.rises'), ...(direction === 'long' ? won : lost) },
    { name: t('contract.confirm.falls'), ...(direction === 'long' ? lost : won) },
    { name: t('contract.confirm.equal'), change: '0.00', look: undefined, note: t('contract.confirm.returned') },
  ];
  return (
    <dl className={styles.outcomes}>
      {columns.map(({ name, change, look, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b className={look}>{change}</b>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
