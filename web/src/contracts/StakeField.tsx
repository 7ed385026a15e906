import { classes } from '@glasshouse/kit/classes.ts';
import { formatExact } from '@glasshouse/kit/format.ts';
import { addDecimal, compareDecimal, roundDecimal, shareOf, subtractDecimal } from '@glasshouse/protocol/decimal';
import { useId } from 'react';
import { useHidden } from '../lib/hidden.ts';
import { useWords } from '../lib/words.tsx';
import { typedAmount } from '../ui/amount.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { choose } from './choices.ts';
import styles from './Ticket.module.css';
import type { Ticket } from './use-ticket.ts';

const shares = [10, 25, 50, 100];

/** What one press of plus or minus does: a tenth of the order of magnitude, in whole steps. */
const stepOf = (amount: string) =>
  compareDecimal(amount, '100') < 0 ? '10' : compareDecimal(amount, '1000') < 0 ? '50' : '100';

/** How much is staked: typed, stepped, or as a share of what the contract account holds. */
export function StakeField({ ticket }: { ticket: Ticket }) {
  const { t } = useWords();
  const id = useId();
  const hidden = useHidden();
  const { typed, available, most, obstacle, rules } = ticket;
  const now = ticket.amount ?? '0';
  const set = (amount: string) => choose({ stake: amount });
  const less = subtractDecimal(now, stepOf(subtractDecimal(now, '0.01')));
  const more = addDecimal(now, stepOf(now));
  const clamp = (amount: string) =>
    compareDecimal(amount, rules.minStake) < 0 ? rules.minStake : roundDecimal(amount);
  const share = (percent: number) => {
    const part = shareOf(available ?? '0', percent);
    return compareDecimal(part, most) > 0 ? shareOf(most, 100) : part;
  };
  return (
    <div>
      <div className={styles.top}>
        <label htmlFor={id}>
          {t('contract.amount')} <span>USDT</span>
        </label>
        {available !== undefined && (
          <span>
            {t('contract.available')} <b>{hidden ? '••••' : formatExact(available)}</b>
          </span>
        )}
      </div>
      <div className={styles.amount}>
        <div className={classes(styles.stake, obstacle && obstacle.kind !== 'short' && styles.wrong)}>
          <IconButton icon="minus" size={20} label={t('contract.less')} onClick={() => set(clamp(less))} />
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            aria-invalid={obstacle ? true : undefined}
            value={typed}
            onBlur={() => ticket.amount && set(ticket.amount)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => set(typedAmount(currentTarget.value, 2) || '0')}
          />
          <IconButton icon="plus" size={20} label={t('contract.more')} onClick={() => set(clamp(more))} />
        </div>
        <fieldset className={styles.shares} aria-label={t('contract.shares')} disabled={!available}>
          {shares.map((percent) => (
            <button
              key={percent}
              type="button"
              aria-label={percent < 100 ? t('ui.share', { percent }) : undefined}
              onClick={() => set(share(percent))}
            >
              {percent === 100 ? t('ui.max') : `${percent}%`}
            </button>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
