import { hasEnded } from '../../trading/ended-order.ts';
import { contractPractice } from '../../trading/practice/contracts.ts';
import { practiceReceipt } from '../../trading/practice/store.ts';
import type { SpokenResultSource } from '../../trading/result.ts';
import type { EndedContract } from '../outcome/ended-contract.ts';
import { faceOf, spokenResult } from '../outcome/result-words.ts';

/** How the results of this device's orders are read and said. */
export const practice: SpokenResultSource<EndedContract> = {
  product: 'practice',
  read: async (id) => {
    const order = contractPractice.one(id);
    return order && hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order, practiceReceipt(order), '/contract/practice'),
  spokenOf: spokenResult,
};
