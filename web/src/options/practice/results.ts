import { optionPractice } from '../../trading/practice/options.ts';
import { practiceReceipt } from '../../trading/practice/store.ts';
import type { SpokenResultSource } from '../../trading/result.ts';
import { hasEnded } from '../../trading/result.ts';
import type { EndedOption } from '../outcome/results.ts';
import { faceOf, spokenResult } from '../outcome/results.ts';

/** How the results of this device's options are read and described. */
export const practiceOptions: SpokenResultSource<EndedOption> = {
  product: 'practiceOption',
  read: async (id) => {
    const order = optionPractice.one(id);
    return order && hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order, practiceReceipt(order), '/contract/practice'),
  spokenOf: spokenResult,
};
