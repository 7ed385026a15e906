import { addDecimal, compareDecimal, roundDecimal, shareOf, subtractDecimal } from '@glasshouse/protocol/decimal';
import { useWords } from '../lib/words.tsx';
import { StepField } from '../trading/StepField.tsx';
import { choose } from './choices.ts';
import type { Ticket } from './use-ticket.ts';

/** One press of plus or minus: a tenth of the order of magnitude, rounded to full steps. */
const stepOf = (amount: string) =>
  compareDecimal(amount, '100') < 0 ? '10' : compareDecimal(amount, '1000') < 0 ? '50' : '100';

/** The stake, entered by typing, in steps, or as a percentage of the contract and fund accounts. */
export function StakeField({ ticket }: { ticket: Ticket }) {
  const { t } = useWords();
  const { typed, amount, available, most, obstacle, rules } = ticket;
  const now = amount ?? '0';
  const clamp = (wanted: string) =>
    compareDecimal(wanted, rules.minStake) < 0 ? rules.minStake : roundDecimal(wanted);
  const share = (percent: number) => {
    const part = shareOf(available ?? '0', percent);
    return compareDecimal(part, most) > 0 ? shareOf(most, 100) : part;
  };
  return (
    <StepField
      name={t('contract.amount')}
      unit="USDT"
      held={{ name: t('contract.available'), amount: available }}
      typed={typed}
      amount={amount}
      decimals={2}
      wrong={obstacle !== undefined && obstacle.kind !== 'short'}
      invalid={obstacle !== undefined}
      less={clamp(subtractDecimal(now, stepOf(subtractDecimal(now, '0.01'))))}
      more={clamp(addDecimal(now, stepOf(now)))}
      shareOf={share}
      onChange={(stake) => choose({ stake })}
    />
  );
}
