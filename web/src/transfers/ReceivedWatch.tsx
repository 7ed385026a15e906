import { formatExact } from '@glasshouse/kit/format.ts';
import type { showTransfer } from '@glasshouse/protocol/transfers/calls';
import { useQueryClient } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { useMovements } from '../lib/movements.ts';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';

/** Says on every page that money has come from a member, the moment it does; balances on the screen follow. */
export function ReceivedWatch() {
  const { t } = useWords();
  const queries = useQueryClient();
  useMovements(async ({ id, flow }) => {
    if (flow !== 'receive') return;
    void queries.invalidateQueries({ queryKey: assetsKey });
    // Whoever is told nothing finds it in the records.
    const came = await call<typeof showTransfer>('POST', '/index/transfers/show', { id }).catch(() => undefined);
    if (!came) return;
    showToast({
      kind: 'success',
      text: t('transfers.received', { amount: formatExact(came.amount), name: came.name }),
      action: { label: t('ui.details'), to: '/records' },
    });
  });
  return null;
}
