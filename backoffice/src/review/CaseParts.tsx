import { formatTime } from '@glasshouse/kit/format.ts';
import { readReviewDocument } from '@glasshouse/protocol/review/office';
import { useAsk } from '../lib/ask.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { QueryState } from '../ui/QueryState.tsx';

/** What a document of a case says, where it is JSON. */
export const readJson = (base64: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))));

/** A picture of a case under its name. Looking at it is in the log. */
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

type TwoPeopleProps = { first: { name: string; at: string } | null };

/** Tells a reviewer that two people must agree, and who agreed first. */
export function TwoPeople({ first }: TwoPeopleProps) {
  const { t } = useWords();
  return (
    <Note tone="amber" title={t('review.twoPeople')}>
      {first && t('review.agreedBy', { name: first.name, time: formatTime(first.at) })}
    </Note>
  );
}
