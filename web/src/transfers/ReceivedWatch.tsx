import { formatExact } from '@glasshouse/kit/format.ts';
import type { showTransfer } from '@glasshouse/protocol/transfers/calls';
import { useQueryClient } from '@tanstack/react-query';
import { assetsKey } from '../lib/assets.ts';
import { call } from '../lib/call.ts';
import { useMovements } from '../lib/movements.ts';
import { useWords } from '../lib/words.tsx';
import { showToast } from '../ui/toast.ts';

/** Announces on every page, at once, that a user has sent money, and refreshes the balances on the screen. */
export function ReceivedWatch() {
  const { t } = useWords();
  const queries = useQueryClient();
  useMovements(async ({ id, flow }) => {
    if (flow !== 'receive') return;
    void queries.invalidateQueries({ queryKey: assetsKey });
    // If the details can't be loaded, the user finds the transfer in the records.
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
