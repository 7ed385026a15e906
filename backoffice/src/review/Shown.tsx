import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { useAsk } from '../lib/ask.ts';
import { QueryState } from '../ui/QueryState.tsx';

/** A picture of a case under its name. Looking at it is in the log. */
export function Shown({ id, name, label }: { id: string; name: string; label: string }) {
  const picture = useAsk(readReviewDocument, { id, name });
  return (
    <figure>
      <figcaption>{label}</figcaption>
      <QueryState of={picture} rows={1}>
        {({ mime, base64 }) => <img src={`data:${mime};base64,${base64}`} alt={label} />}
      </QueryState>
    </figure>
  );
}
