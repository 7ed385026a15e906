import { useOpenQueues } from '../lib/kinds.ts';
import { useMay } from '../lib/session.ts';
import type { Figures } from './Panel.tsx';

type UnderWay = Figures['money']['waiting'][number]['at'];
const queueOf: Partial<Record<UnderWay, string>> = {
  recharge_review: 'top_up',
  withdraw_review: 'withdrawal',
  refund_review: 'vip_refund',
};
const stateOf: Partial<Record<UnderWay, string>> = {
  withdraw_on_its_way: 'withdrawing',
  withdraw_on_hold: 'frozen',
};

/** The pages where waiting work is done; undefined if the role may not open one. */
export function usePlaces() {
  const may = useMay();
  const opens = useOpenQueues();
  const queue = (kind: string): string | undefined => {
    if (kind === 'approval') return may('approvals.read') ? '/approvals' : undefined;
    return opens(kind) ? `/review/${kind}` : undefined;
  };
  const underWay = (at: UnderWay): string | undefined => {
    const kind = queueOf[at];
    if (kind) return queue(kind);
    return may('review.read') ? `/withdrawals?state=${stateOf[at]}` : undefined;
  };
  return { queue, underWay };
}
