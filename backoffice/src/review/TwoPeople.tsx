import { formatTime } from '@glasshouse/kit/format.ts';
import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';

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
