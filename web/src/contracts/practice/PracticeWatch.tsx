import type { Order } from '@glasshouse/protocol/contracts/calls';
import { contractDecision, readEntry } from '../../trading/practice/contract-evidence.ts';
import { contractPractice } from '../../trading/practice/contracts.ts';
import { PracticeResults } from '../../trading/practice/PracticeResults.tsx';
import { practice } from '../outcome/results.ts';

const results = { ...practice, loadSheet: async () => (await import('./PracticeSheet.tsx')).PracticeSheet };

const followed = {
  orders: contractPractice,
  decision: contractDecision,
  entry: {
    isMissing: ({ entry }: Order) => entry === null,
    read: async (order: Order) => {
      const entry = await readEntry(order);
      return entry ? { ...order, entry } : undefined;
    },
  },
};

/** Follows the open contract that only this device knows. */
export const PracticeWatch = () => <PracticeResults followed={followed} of={results} />;
