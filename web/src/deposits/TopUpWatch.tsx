import { useQueryClient } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { useAwaitedTopUp, useMovements } from '../lib/movements.ts';
import { useLocation } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { depositsKey } from './deposits.ts';

/**
 * Announces on every other page, at once, how the review of a top-up ended, and refreshes the balances on the screen.
 */
export function TopUpWatch() {
  const { t } = useWords();
  const queries = useQueryClient();
  const isHere = useLocation().pathname.startsWith('/pay/deposit');
  useMovements(({ id, flow, state }) => {
    if (flow !== 'recharge' || (state !== 'passed' && state !== 'rejected')) return;
    useAwaitedTopUp.setState({ awaited: false });
    void queries.invalidateQueries({ queryKey: assetsKey });
    // A hidden page would otherwise still show it as pending.
    void queries.invalidateQueries({ queryKey: depositsKey });
    if (isHere) return;
    showToast({
      kind: state === 'passed' ? 'success' : 'error',
      text: t(`deposits.decided.${state}`),
      action: { label: t('ui.details'), to: `/pay/deposit/${id}` },
    });
  });
  return null;
}
