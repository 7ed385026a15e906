import { t } from '../lib/words.tsx';

const hour = 60; // minutes

/** In seconds below a minute, in hours above two hours, otherwise in minutes; rounded up. */
export function spanText(seconds: number): string {
  if (seconds < 60) return t('specimens.time.seconds', { amount: Math.max(1, Math.ceil(seconds)) });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 2 * hour) return t('specimens.time.minutes', { amount: minutes });
  return t('specimens.time.hours', { amount: Math.ceil(minutes / hour) });
}

const automaticWithin = 120;
/** Whether the automatic decision comes so soon that a reviewer is unlikely to decide first. */
export const isAutomatic = (seconds: number | null): seconds is number =>
  seconds !== null && seconds <= automaticWithin;

type ReviewTiming = {
  submittedAt: string | null;
  decidedAt: string | null;
  usualSeconds: number | null;
  automaticSeconds: number | null;
  onDuty: boolean;
};

/** How long the decision took or is expected to take; if unknown, whether a reviewer is on duty. */
export function reviewTime({ submittedAt, decidedAt, usualSeconds, automaticSeconds, onDuty }: ReviewTiming): string {
  if (submittedAt && decidedAt) return spanText((Date.parse(decidedAt) - Date.parse(submittedAt)) / 1000);
  if (isAutomatic(automaticSeconds)) return t('specimens.time.automatic', { time: spanText(automaticSeconds) });
  if (usualSeconds !== null && usualSeconds < (automaticSeconds ?? Number.POSITIVE_INFINITY))
    return t('specimens.time.usually', { time: spanText(usualSeconds) });
  if (automaticSeconds !== null) return t('specimens.time.atMost', { time: spanText(automaticSeconds) });
  return t(onDuty ? 'specimens.time.onDuty' : 'specimens.time.offDuty');
}
