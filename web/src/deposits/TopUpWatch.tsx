import { useQueryClient } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { useAwaitedTopUp, useMovements } from '../lib/movements.ts';
import { useLocation } from '../lib/router.tsx';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';
import { depositsKey } from './deposits.ts';

/** Says on every other page how the review of a top-up ended, the moment it does; balances on the screen follow. */
export function TopUpWatch() {
  const { t } = useWords();
  const queries = useQueryClient();
  const isHere = useLocation().pathname.startsWith('/pay/deposit');
  useMovements(({ id, flow, state }) => {
    if (flow !== 'recharge' || (state !== 'passed' && state !== 'rejected')) return;
    useAwaitedTopUp.setState({ awaited: false });
    void queries.invalidateQueries({ queryKey: assetsKey });
    // A page that was left while it waited would still say so.
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
