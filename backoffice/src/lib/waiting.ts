import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { useAsk } from './ask.ts';
import { useMay } from './session.ts';

/** The requests for these calls that wait for a second person. */
export function useWaiting(actions: readonly Endpoint[]) {
  const may = useMay();
  const approvals = useAsk(listApprovals, {}, { every: 10_000, enabled: may('approvals.read') });
  return approvals.data?.list.filter(({ action }) => actions.some(({ path }) => path === action)) ?? [];
}
