import { listReviewKinds } from '@glasshouse/protocol/review/office';
import { useAsk } from './ask.ts';
import { useMay } from './session.ts';

/** Tells of a kind of case whether this role can open it. */
export function useOpenQueues(): (kind: string) => boolean {
  const may = useMay();
  const kinds = useAsk(listReviewKinds, {}, { enabled: may('review.read') });
  return (kind) => kinds.data?.list.some((each) => each.kind === kind) ?? false;
}
