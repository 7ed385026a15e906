import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { useAsk } from '../lib/ask.ts';
import { QueryState } from '../ui/QueryState.tsx';

/** Parses the JSON of a case's document. */
export const readJson = (base64: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))));

/** A picture of a case under its name. Each look is logged. */
export function CasePicture({ id, name, label }: { id: string; name: string; label: string }) {
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
