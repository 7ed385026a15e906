import { optionDecision } from '../../trading/practice/option-evidence.ts';
import { optionPractice } from '../../trading/practice/options.ts';
import { PracticeResults } from '../../trading/practice/PracticeResults.tsx';
import { practiceOptions } from './results.ts';

const results = {
  ...practiceOptions,
  loadSheet: async () => (await import('./PracticeOptionSheet.tsx')).PracticeOptionSheet,
};
const followed = { orders: optionPractice, decision: optionDecision };

/** Follows the open option that only this device knows. */
export const PracticeOptionWatch = () => <PracticeResults followed={followed} of={results} />;
