import { hasEnded } from '../../trading/ended.ts';
import { contractPractice } from '../../trading/practice/contracts.ts';
import { practiceReceipt } from '../../trading/practice/kept.ts';
import type { Spoken } from '../../trading/result.ts';
import type { Ended } from '../outcome/ended.ts';
import { faceOf, spokenResult } from '../outcome/result-words.ts';

/** How the results of this device's orders are read and said. */
export const practice: Spoken<Ended> = {
  product: 'practice',
  read: async (id) => {
    const order = contractPractice.one(id);
    return order && hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order, practiceReceipt(order), '/contract/practice'),
  spokenOf: spokenResult,
};
