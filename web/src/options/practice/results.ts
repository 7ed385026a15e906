import { hasEnded } from '../../trading/ended.ts';
import { practiceReceipt } from '../../trading/practice/kept.ts';
import { optionPractice } from '../../trading/practice/options.ts';
import type { Spoken } from '../../trading/result.ts';
import type { Ended } from '../outcome/ended.ts';
import { faceOf, spokenResult } from '../outcome/result-words.ts';

/** How the results of this device's options are read and said. */
export const practiceOptions: Spoken<Ended> = {
  product: 'practiceOption',
  read: async (id) => {
    const order = optionPractice.one(id);
    return order && hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order, practiceReceipt(order), '/contract/practice'),
  spokenOf: spokenResult,
};
