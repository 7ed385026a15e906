import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { isAutomatic, spanText } from './review-time.ts';

type WhoReviewsProps = { after: number | null; onDuty: boolean };

/**
 * Shown before the submission: whether it will be reviewed automatically or by a person, and whether a reviewer is on
 * duty.
 */
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
