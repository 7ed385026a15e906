import { listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { Navigate } from 'react-router';
import { useAsk } from '../lib/ask.ts';
import { useMay } from '../lib/session.ts';

/** Leads to where work is waiting: the first queue with cases that this role decides, then what needs a second person; otherwise the overview. */
export function Landing() {
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.work') });
  const approvals = useAsk(listApprovals, {}, { enabled: may('approvals.decide') });
  if (kinds.isLoading || approvals.isLoading) return null;
  const queue = kinds.data?.list.find(({ waiting, mayDecide }) => mayDecide && waiting > 0);
  const asked = approvals.data?.list.some(({ mayDecide }) => mayDecide);
  return <Navigate to={queue ? `/review/${queue.kind}` : asked ? '/approvals' : '/dashboard'} replace />;
}
