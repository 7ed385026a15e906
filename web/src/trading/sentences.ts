import { t } from '../lib/words.tsx';

/** Two sentences, with a space between them only where the language has one. */
export const joined = (first: string, second: string): string => t('contract.result.sentences', { first, second });
