import { useWords } from '../lib/words.tsx';
import { Note } from '../ui/Note.tsx';
import { isAutomatic, spanText } from './review-time.ts';

/** Says before anything is sent that the clock will review it, where it will. */
export function AutomaticReview({ after }: { after: number | null }) {
  const { t } = useWords();
  return isAutomatic(after) && <Note icon="clock">{t('specimens.automatic', { time: spanText(after) })}</Note>;
}
