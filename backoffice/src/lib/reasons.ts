import { readReason } from '@glasshouse/protocol/review/reasons';
import { t } from './words.tsx';

/** Why something was decided, in the operator's language where the reason has a sentence in every language. */
export function reasonWords(stored: string): string {
  const { canned, text } = readReason(stored);
  return canned === null ? text : [t(`review.canned.${canned}`), text].filter((part) => part !== '').join(' ');
}
