import { t } from '../lib/words.tsx';

const hour = 60; // minutes

/** In minutes, or in hours from two of them on; a part of one counts as a whole. */
function spanText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 2 * hour) return t('specimens.time.minutes', { amount: minutes });
  return t('specimens.time.hours', { amount: Math.ceil(minutes / hour) });
}

type Known = {
  submittedAt: string | null;
  decidedAt: string | null;
  usualSeconds: number | null;
  automaticMinutes: number | null;
};

/** How long the decision took, or how long it takes as far as that is known. */
export function reviewTime({ submittedAt, decidedAt, usualSeconds, automaticMinutes }: Known): string {
  if (submittedAt && decidedAt) return spanText((Date.parse(decidedAt) - Date.parse(submittedAt)) / 1000);
  const latest = automaticMinutes === null ? Number.POSITIVE_INFINITY : automaticMinutes * 60;
  if (usualSeconds !== null && usualSeconds < latest)
    return t('specimens.time.usually', { time: spanText(usualSeconds) });
  if (automaticMinutes !== null) return t('specimens.time.atMost', { time: spanText(latest) });
  return t('specimens.time.unknown');
}
