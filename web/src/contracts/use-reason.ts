import { formatExact } from '@glasshouse/kit/format.ts';
import { useConnection } from '../lib/connection.ts';
import { useTape } from '../lib/quotes.ts';
import { useWords } from '../lib/words.tsx';
import type { Ticket } from './use-ticket.ts';

/** Why no order can be sent; undefined when one can. A lack of money is shown where it can be fixed. */
export function useReason({ amount, available, obstacle, rules, practice }: Ticket): string | undefined {
  const { t } = useWords();
  const lost = useConnection(({ lostAt }) => lostAt !== undefined);
  const paused = useTape((tape) => tape.paused !== undefined);
  if (lost || paused) return t('contract.closed');
  if (practice?.isTaken) return t('contract.practice.taken');
  if (!amount) return t('ui.amountLeast', { min: formatExact(rules.minStake) });
  const by = formatExact(obstacle?.by ?? '0');
  if (obstacle?.kind === 'below') return t('ui.amountBelow', { min: formatExact(rules.minStake), by });
  if (obstacle?.kind === 'above') return t('ui.amountAbove', { max: formatExact(rules.maxStake), by });
  if (practice && available && obstacle?.kind === 'short')
    return t('ui.amountAbove', { max: formatExact(available), by });
  return obstacle?.kind === 'limit' ? t('contract.limit', { max: formatExact(rules.maxOpen), by }) : undefined;
}
