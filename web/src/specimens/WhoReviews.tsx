import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { isAutomatic, spanText } from './review-time.ts';

type WhoReviewsProps = { after: number | null; onDuty: boolean };

/** Shown before anything is sent: whether the clock or a person will review it, and whether a reviewer is on duty. */
export function WhoReviews({ after, onDuty }: WhoReviewsProps) {
  const { t } = useWords();
  return (
    <Note icon="clock">
      {isAutomatic(after)
        ? t('specimens.automatic', { time: spanText(after) })
        : t(onDuty ? 'specimens.byPeople.onDuty' : 'specimens.byPeople.offDuty')}
    </Note>
  );
}
